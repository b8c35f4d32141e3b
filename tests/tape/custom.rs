//! Operations of one's own.

use shaped::{
    Kind,
    grad::{Tape, Traced, Tracer, custom, grad, value_and_grad},
    model,
    nn::{Module, Param},
    prelude::*,
};

/// `ln(1 + x^2)`, whose gradient is written by hand.
fn robust<S: Shape, K: Kind<f64>>(x: &Tensor<f64, S, K>) -> Tensor<f64, S, K> {
    custom((x,), |(x,)| x.map(|x| (x * x).ln_1p()), |(x,), _, g| (g * (&x * 2.0) / (&x * &x + 1.0),))
}

/// The gradient of a function of a tensor by central differences.
fn differences<S: StaticShape>(x: &Tensor<f64, S>, f: impl Fn(&Tensor<f64, S>) -> f64) -> Tensor<f64, S> {
    let mut x = x.clone();
    let slopes = (0..x.numel()).map(|i| {
        let here = x.as_slice()[i];
        let mut at = |step: f64| {
            x.as_mut_slice()[i] = here + step;
            f(&x)
        };
        let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
        at(0.0);
        slope
    });
    Tensor::from_vec(slopes.collect()).unwrap()
}

#[test]
fn a_gradient_by_hand_is_the_one_by_differences() {
    let x = tensor![[0.5, -1.5, 2.0], [0.0, 3.0, -0.25]];
    let weights = tensor![[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]];
    let f = |x: &Tensor<f64, shape![2, 3]>| (robust(x) * &weights).sum_all();
    let (value, gradient) = value_and_grad(&x, |tape| (robust(&tape.input(&x)) * tape.input(&weights)).sum_all());
    assert_eq!(value, f(&x));
    assert!(gradient.all_close(&differences(&x, f), 1e-6, 1e-9));
}

/// Rows by rows, with a gradient for both: `[N, D]`, `[D]` -> `[N]`.
fn weighted<N: Size, D: Size, K: Kind<f64>>(
    x: &Tensor<f64, shape![N, D], K>,
    w: &Param<shape![D], f64>,
) -> Tensor<f64, shape![N], K> {
    custom(
        (x, w),
        |(x, w)| (x * w).sum(Axis::<-1>),
        |(x, w), _, g| (g.unsqueeze(Axis::<-1>) * w, (g.unsqueeze(Axis::<-1>) * x).sum(Axis::<0>)),
    )
}

#[test]
fn operands_may_be_parameters_views_and_of_run_time_sizes() {
    axis!(Rows);
    let model = (Param::new(tensor![0.5, -1.0, 2.0]), Param::new(tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]));
    let x = Tensor::<f64, shape![Rows, 3]>::from_fn_with(Rows(4), |[i, j]| (i * 3 + j) as f64 / 5.0 - 1.0);
    let both = (x, model.0.clone());
    let (value, gradient) = value_and_grad(&both, |tape| weighted(&tape.input(&both.0), &both.1).square().sum_all());
    let (expected, of_parts) =
        value_and_grad(&both, |tape| (tape.input(&both.0) * &both.1).sum(Axis::<-1>).square().sum_all());
    assert!((value - expected).abs() < 1e-12);
    assert!(gradient.0.all_close(&of_parts.0, 1e-12, 0.0));
    assert!(gradient.1.value().all_close(of_parts.1.value(), 1e-12, 0.0));
    assert_eq!(weighted(&both.0, &both.1).sizes(), [4]);

    // A view that does not lie row by row.
    let (_, gradient) = value_and_grad(&model, |tape| {
        let turned = tape.parameter(&model.1);
        let turned = &turned.transpose(); // [3, 2]
        custom(
            (turned,),
            |(x,)| x * 2.0,
            |(x,), y, g| {
                assert_eq!((x.sizes(), &(&x * 2.0)), ([3, 2], &y.to_tensor()));
                (g * tensor![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],)
            },
        )
        .sum_all()
    });
    assert_eq!(gradient.1.value(), &tensor![[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]);
    assert_eq!(gradient.0.value(), &Tensor::zeros());
}

#[test]
fn three_operands_of_which_one_is_constant() {
    let (model, c) = ((tensor![2.0f32, 3.0], tensor![5.0f32]), tensor![7.0f32, 11.0]);
    let (value, gradient) = value_and_grad(&model, |tape| {
        let (x, y) = (tape.input(&model.0), tape.input(&model.1));
        custom(
            (&x, &y, &tape.input(&c)),
            |(x, y, c)| x * y + c,
            |(x, y, _), _, g| (&g * y, (&g * x).sum_keepdim(Axis::<0>), g),
        )
        .sum_all()
    });
    assert_eq!((value, gradient.into_inner()), (43.0, (tensor![5.0, 5.0], tensor![5.0])));
}

model! {
    /// A layer that rounds its weights, which learn as if it did not.
    struct Quantised {
        weight: Param<shape![2, 2]>,
    }
}

impl Module<shape![1, 2]> for Quantised {
    type Output = shape![1, 2];
    fn forward<X: Operand<Elem = f32, Shape = shape![1, 2]>>(&self, x: &X) -> Tensor<f32, shape![1, 2], X::Kind> {
        let weight = x.to_tensor().with(&self.weight);
        x.matmul(&custom((&weight,), |(w,)| w.round(), |_, _, g| (g,)))
    }
}

#[test]
fn a_module_with_one_infers_and_learns() {
    let layer = Quantised { weight: Param::new(tensor![[0.6, -1.4], [2.2, 0.1]]) };
    let x = tensor![[1.0f32, 2.0]];
    assert_eq!(layer.forward(&x), tensor![[5.0, -1.0]]);
    let gradient = grad(&layer, |tape| layer.forward(&tape.input(&x)).sum_all());
    assert_eq!(gradient.weight.value(), &tensor![[1.0, 1.0], [2.0, 2.0]]);
}

#[test]
fn it_is_called_by_the_place_where_it_was_written() {
    let weight = Param::new(tensor![1.0f32]);
    fn broken<'t>(x: &Tensor<f32, shape![1], Traced<'t>>, _: Tracer<'t, '_>) -> Tensor<f32, shape![1], Traced<'t>> {
        custom((x,), |(x,)| x.to_tensor(), |_, _, g| (g * f32::NAN,))
    }
    let mut tape = Tape::new(&weight);
    let result = tape.checked().value_and_grad(&weight, |tape| broken(&tape.parameter(&weight), tape).sum_all());
    assert_eq!(
        result.unwrap_err().operation(),
        Some("tape::custom::it_is_called_by_the_place_where_it_was_written::broken")
    );
}

#[test]
#[should_panic(expected = "a gradient of sizes [2] of an operand of sizes [3]")]
fn a_gradient_of_another_run_time_size_is_found() {
    axis!(Rows);
    let x = Tensor::<f32, shape![Rows]>::zeros_with(Rows(3));
    grad(&x, |tape| {
        let y = custom((&tape.input(&x),), |(x,)| x.to_tensor(), |_, _, _| (Tensor::zeros_with(Rows(2)),));
        y.sum_all()
    });
}
