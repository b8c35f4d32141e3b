//! Derivatives along a direction, and products with second derivatives: against differences of gradients in f64, and PyTorch's.

use num_traits::Float;
use shaped::{
    grad::{Dual, Tape, along, hvp, jvp, value_and_grad},
    model,
    nn::*,
    prelude::*,
};

/// Numbers that look like any.
fn fill<M: Parameters<f64>>(model: &mut M, seed: u32) {
    let mut state = seed;
    model.visit_mut(&mut |_, elements| {
        for x in elements {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *x = f64::from(state >> 8) / f64::from(1 << 24) - 0.4;
        }
    });
}

fn moved<M: Parameters<f64> + Clone>(model: &M, direction: &M, step: f64) -> M {
    let (mut to, mut direction) = (model.clone(), direction.clone());
    Parameters::<f64>::zip([&mut to, &mut direction], &mut |_, [to, by]| {
        to.iter_mut().zip(by).for_each(|(to, by)| *to += step * *by);
    });
    to
}

fn all<M: Parameters<f64>>(model: &M) -> Vec<f64> {
    let mut all = Vec::new();
    model.visit(&mut |_, elements| all.extend(elements));
    all
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[track_caller]
fn near(name: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    let scale = expected.iter().fold(1e-3f64, |most, x| most.max(x.abs()));
    assert_eq!(found.len(), expected.len(), "{name}");
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= tolerance * scale, "{name}, number {i}: {found}, and not {expected}");
    }
}

/// What PyTorch says: `tools/reference/forward_mode.py`.
fn pytorch(case: &str, part: &str) -> Vec<f64> {
    let text = include_str!("../data/forward_mode.txt");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{case} {part}: "))).expect("a line");
    line.split(' ').map(|x| x.parse().expect("a number")).collect()
}

/// A loss of a model, written once: eager and recorded, of numbers and of dual numbers. Its derivative along a direction by `jvp`, and the product
/// of its Hessian by `hvp`, against PyTorch and against differences of gradients.
macro_rules! check {
    ($($name:ident: $model:ident; |$m:ident, $x:ident: [$($n:literal),*]| $loss:expr;)*) => { $(
        #[test]
        fn $name() {
            let (mut model, mut direction) = (<$model<f64>>::default(), <$model<f64>>::default());
            fill(&mut model, 3);
            fill(&mut direction, 77);
            let x = Tensor::<f64, shape![$($n),*]>::from_fn(|at| {
                let at = at.iter().fold(0, |sum, at| 7 * sum + at);
                ((at * 37 + 11) % 29) as f64 / 17.0 - 0.8
            });
            let gradient_at = |model: &$model<f64>| {
                let (value, gradient) = value_and_grad(model, |tape| {
                    let ($m, $x) = (model, &tape.input(&x));
                    $loss
                });
                (value, all(&gradient))
            };
            let (value, gradient) = gradient_at(&model);
            let h = 1e-5;
            let (after, before) = (gradient_at(&moved(&model, &direction, h)), gradient_at(&moved(&model, &direction, -h)));
            let product: Vec<f64> = after.1.iter().zip(&before.1).map(|(a, b)| (a - b) / (2.0 * h)).collect();

            let dual_x = x.map(Dual::constant);
            let found = hvp(&model, &direction, |tape, $m: &$model<Dual<f64>>| {
                let $x = &tape.input(&dual_x);
                $loss
            });
            let slope = dot(&gradient, &all(&direction));
            let along = jvp(&model, &direction, |$m: &$model<Dual<f64>>| {
                let $x = &dual_x;
                $loss
            });
            near("the value", &[found.0, along.0], &[value, value], 1e-12);
            near("the gradient", &all(&found.1), &gradient, 1e-10);
            near("the derivative along the direction, by the gradient", &[along.1], &[slope], 1e-10);
            near("the Hessian-vector product, by differences", &all(&found.2), &product, 1e-6);

            let name = stringify!($name);
            near("PyTorch's value", &[found.0], &pytorch(name, "value"), 1e-9);
            near("PyTorch's gradient", &all(&found.1), &pytorch(name, "gradient"), 1e-9);
            near("PyTorch's derivative", &[along.1], &pytorch(name, "slope"), 1e-9);
            near("PyTorch's Hessian-vector product", &all(&found.2), &pytorch(name, "product"), 1e-9);
        }
    )* };
}

type Perceptron<T> =
    (Linear<dim!(3), dim!(5), T>, Tanh, Linear<dim!(5), dim!(4), T>, Gelu, Linear<dim!(4), dim!(2), T>);
type Normed<T> = (Linear<dim!(3), dim!(4), T>, LayerNorm<dim!(4), T>, Silu, RmsNorm<dim!(4), T>, Softmax);
type Convolved<T> = (
    Conv2d<One, dim!(2), dim!(3), Conv<One, One>, T>,
    Softplus,
    AvgPool2d<Pool<dim!(2)>>,
    Flatten,
    Linear<dim!(8), dim!(3), T>,
);
model! {
    struct Attender in T {
        scale: Param<shape![4], T>,
        attention: MultiHeadAttention<dim!(4), dim!(2), T>,
        norm: LayerNorm<dim!(4), T>,
    }
}

type Steps<L, N> = ((L, N), dim!(4));

impl<L: Shape, N: Size, T: Float + 'static> Module<Steps<L, N>, T> for Attender<T> {
    type Output = Steps<L, N>;
    fn forward<X: Operand<Elem = T, Shape = Steps<L, N>>>(&self, x: &X) -> Tensor<T, Steps<L, N>, X::Kind> {
        self.norm.forward(&(self.attention.forward(x) + x.view())) * &self.scale
    }
}

check! {
    perceptron: Perceptron; |m, x: [4, 3]| m.forward(x).square().mean_all();
    norms: Normed; |m, x: [4, 3]| {
        let y = m.forward(x);
        (&y * y.ln()).sum_all()
    };
    convolutions: Convolved; |m, x: [5, 1, 4, 4]| m.forward(x).cross_entropy(&tensor![0usize, 2, 1, 1, 0]);
    attention: Attender; |m, x: [2, 5, 4]| m.forward(x).sigmoid().std_all();
}

/// Every function of elements, along a direction: against the tape's gradient in f64, away from kinks.
#[test]
fn functions_of_elements() {
    macro_rules! each {
        ($([$($x:literal)*]: $($f:ident$(($($given:expr),*))?)*;)*) => { $({
            let x = tensor![$($x),*];
            let direction = x.map(|x: f64| (7.0 * x).cos());
            $({
                let (_, slope) = jvp(&x, &direction, |x| x.$f($($($given.into()),*)?));
                let gradient = shaped::grad::grad(&x, |tape| tape.input(&x).$f($($($given),*)?).sum_all());
                let expected = gradient.into_inner() * &direction;
                assert!(slope.all_close(&expected, 1e-9, 1e-9), "{}: {slope}, and not {expected}", stringify!($f));
            })*
        })* };
    }
    each! {
        [0.3 -1.2 2.5 -0.4]: exp exp_m1 cbrt sin cos atan sinh cosh tanh asinh erf erfc abs sign floor ceil round trunc fract square
            relu relu6 selu gelu gelu_tanh silu sigmoid log_sigmoid softplus mish hard_sigmoid hard_swish softsign;
        [0.3 1.2 2.5 0.4]: ln log2 log10 ln_1p sqrt rsqrt recip;
        [0.3 -0.2 0.5 -0.4]: tan asin acos atanh;
        [1.3 1.2 2.5 5.0]: acosh;
    }
}

/// Reductions, products, norms, losses, indices: along a direction, against the tape's gradient.
#[test]
fn operations() {
    let x = Tensor::<f64, shape![3, 4]>::from_fn(|[i, j]| ((i * 4 + j) * 7 % 12) as f64 / 5.0 - 0.9);
    let direction = x.map(|x| (5.0 * x).sin());
    macro_rules! each {
        ($($name:literal |$x:ident| $y:expr;)*) => { $({
            let (value, slope) = jvp(&x, &direction, |$x: &Tensor<Dual<f64>, shape![3, 4]>| $y);
            let weights = value.map(|y| (3.0 * y).cos());
            let gradient = shaped::grad::grad(&x, |tape| {
                let $x = &tape.input(&x);
                ($y * tape.constant(&weights)).sum_all()
            });
            let (found, expected) = ((slope * &weights).sum_all(), (gradient.into_inner() * &direction).sum_all());
            assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{}: {found}, and not {expected}", $name);
        })* };
    }
    each! {
        "sum" |x| x.sum(Axis::<0>);
        "mean" |x| x.mean(Axis::<-1>);
        "prod" |x| x.prod(Axis::<-1>);
        "var" |x| x.var(Axis::<0>);
        "std" |x| x.std(Axis::<-1>);
        "norm" |x| x.norm(Axis::<-1>);
        "logsumexp" |x| x.logsumexp(Axis::<-1>);
        "max" |x| x.max(Axis::<-1>);
        "min" |x| x.min(Axis::<0>);
        "cumsum" |x| x.cumsum(Axis::<0>);
        "cumprod" |x| x.cumprod(Axis::<-1>);
        "logcumsumexp" |x| x.logcumsumexp(Axis::<-1>);
        "softmax" |x| x.softmax(Axis::<-1>);
        "log_softmax" |x| x.log_softmax(Axis::<0>);
        "normalize" |x| x.normalize(Axis::<-1>);
        "matmul" |x| x.matmul(&x.transpose());
        "einsum" |x| einsum!(i j, k j -> i k; x, x);
        "operators" |x| (x * x - x / (x.square() + x.exp())) * &x.sum_keepdim(Axis::<0>);
        "topk" |x| x.topk(Axis::<-1>, Dim::<2>).0;
        "concat" |x| x.concat(&x.square(), Axis::<0>);
        "gather" |x| x.gather(Axis::<1>, &tensor![[3usize], [1], [2]]);
        "permute" |x| x.permute(axes![1, 0]).to_tensor().square();
        "cosine_similarity" |x| x.cosine_similarity(&x.sin(), Axis::<-1>);
        "maximum" |x| x.maximum(&x.cos());
        "pow" |x| x.exp().pow(&x.sin());
    }
}

#[test]
fn statistics_and_lists_are_converted_too() {
    type Model<T> = (
        Vec<Linear<dim!(3), dim!(3), T>>,
        [LeakyRelu<T>; 2],
        BatchNorm1d<dim!(3), T>,
        Option<Dropout<T>>,
        Residual<Linear<dim!(3), dim!(3), T>>,
    );
    let mut model: Model<f64> = (
        vec![Linear::default(); 2],
        [LeakyRelu(0.25), LeakyRelu(0.5)],
        Default::default(),
        Some(Dropout(0.5)),
        Default::default(),
    );
    fill(&mut model, 5);
    model.2.eps = 0.125;
    let single: Model<f32> = model.convert(&mut |x| *x as f32);
    assert_eq!((single.1[1].0, single.2.eps, single.3.unwrap().0), (0.5, 0.125, 0.5));
    assert_eq!(single.2.running_var.as_slice()[2], model.2.running_var.as_slice()[2] as f32);
    let dual = along(&model, &model);
    assert_eq!(dual.0[1].weight.as_slice()[4].slope, model.0[1].weight.as_slice()[4]);
    let chain = Sequential::<shape![2, 3], _, _, f64>::new().then(model.4.clone()).then(Relu);
    let converted = chain.convert(&mut |x: &f64| *x as f32);
    assert_eq!(converted.forward(&Tensor::ones()).sizes(), [2, 3]);
}

#[test]
fn a_tape_of_dual_numbers_steps_like_any_other() {
    let (model, direction) = (Param::new(tensor![1.0f32, -2.0]), Param::new(tensor![0.5f32, 0.25]));
    let dual = along(&model, &direction);
    let mut tape = Tape::<_, Dual<f32>>::new(&dual);
    for _ in 0..2 {
        let (value, gradient) = tape.value_and_grad(&dual, |tape| tape.parameter(&dual).powi(3).sum_all());
        assert_eq!((value.value, value.slope), (-7.0, 3.0 * 0.5 + 12.0 * 0.25));
        let products: Vec<_> = gradient.as_slice().iter().map(|g| (g.value, g.slope)).collect();
        assert_eq!(products, [(3.0, 6.0 * 0.5), (12.0, -12.0 * 0.25)]);
    }
}

#[test]
#[should_panic(expected = "a direction of the model's sizes")]
fn a_direction_of_other_sizes_is_found() {
    axis!(Rows);
    let (x, direction) = (Tensor::<f64, shape![Rows]>::zeros_with(Rows(2)), Tensor::zeros_with(Rows(3)));
    jvp(&x, &direction, |x: &Tensor<Dual<f64>, shape![Rows]>| x.square());
}
