//! Blocks that are generic over sizes and leading axes, without a `where` clause.

use shaped::{Scalar, grad::Tape, nn::*, optim::Sgd, prelude::*};

axis!(Batch);
axis!(Steps);

model! {
    /// Two linear layers around an activation, with what they take added.
    pub struct FeedForward<D: StaticSize, H: StaticSize> {
        pub norm: LayerNorm<D>,
        pub up: Linear<D, H>,
        pub down: Linear<H, D>,
    }
}

impl<L: Shape, D: StaticSize, H: StaticSize> Module<(L, D)> for FeedForward<D, H> {
    type Output = (L, D);
    fn forward<X: Operand<Elem = f32, Shape = (L, D)>>(&self, x: &X) -> Tensor<f32, (L, D), X::Kind> {
        let h = self.up.forward(&self.norm.forward(x)).gelu();
        self.down.forward(&h) + &x.view()
    }
}

model! {
    pub struct Stack<D: StaticSize, H: StaticSize, O: StaticSize> {
        pub blocks: Vec<FeedForward<D, H>>,
        pub head: Linear<D, O>,
    }
}

impl<L: Shape, D: StaticSize, H: StaticSize, O: StaticSize> Module<(L, D)> for Stack<D, H, O> {
    type Output = (L, O);
    fn forward<X: Operand<Elem = f32, Shape = (L, D)>>(&self, x: &X) -> Tensor<f32, (L, O), X::Kind> {
        let x = self.blocks.iter().fold(x.to_tensor(), |x, block| block.forward(&x));
        self.head.forward(&x)
    }
}

/// Any module that keeps the shape, without naming layers.
fn twice<S: Shape, M: Module<S, Output = S>>(module: &M, x: &Tensor<f32, S>) -> Tensor<f32, S> {
    module.forward(&module.forward(x))
}

/// A model that is chosen when the program runs: each branch is a module of the same shapes.
enum Either<A, B> {
    Left(A),
    Right(B),
}

impl<S: Shape, A: Module<S>, B: Module<S, Output = A::Output>> Module<S> for Either<A, B> {
    type Output = A::Output;
    fn forward<X: Operand<Elem = f32, Shape = S>>(&self, x: &X) -> Tensor<f32, A::Output, X::Kind> {
        match self {
            Either::Left(module) => module.forward(x),
            Either::Right(module) => module.forward(x),
        }
    }
}

#[test]
fn blocks_take_any_leading_axes() {
    let mut block = FeedForward::<dim!(4), dim!(9)>::default();
    block.down.bias = Some(Tensor::full(2.0).into());
    let x: Tensor<f32, shape![4]> = Tensor::arange();
    let y = tensor![2.0, 3.0, 4.0, 5.0]; // weights of zeros: the bias alone is added
    assert_eq!(block.forward(&x), y);
    let many: Tensor<f32, shape![2, 3, 4]> = x.broadcast_to::<shape![2, 3, 4]>().to_tensor();
    assert_eq!(block.forward(&many), y.broadcast_to::<shape![2, 3, 4]>().to_tensor());
    let run_time = Tensor::<f32, shape![Batch, Steps, 4]>::zeros_with((Batch(3), Steps(0)));
    assert_eq!(block.forward(&run_time).sizes(), [3, 0, 4]);
    assert_eq!(twice(&block, &x), tensor![4.0, 5.0, 6.0, 7.0]);
}

#[test]
fn a_stack_has_as_many_blocks_as_the_program_says() {
    let blocks = (0..5).map(|_| FeedForward::default()).collect();
    let stack = Stack::<dim!(4), dim!(8), dim!(3)> { blocks, head: Linear::default() };
    assert_eq!(stack.forward(&Tensor::<f32, shape![Batch, 4]>::zeros_with(Batch(2))).sizes(), [2, 3]);
    assert_eq!(stack.named_parameters().len(), 5 * 6 + 2);
    assert_eq!(stack.named_parameters()[6 * 4 + 1].name, "blocks.4.norm.bias");
}

#[test]
fn modules_of_the_same_shapes_stand_for_each_other() {
    let layers: [Either<Relu, (Relu, Linear<dim!(2), dim!(2)>)>; 2] =
        [Either::Left(Relu), Either::Right(Default::default())];
    let x = tensor![[-1.0f32, 2.0]];
    assert_eq!(layers.map(|layer| layer.forward(&x)), [tensor![[0.0, 2.0]], tensor![[0.0, 0.0]]]);
}

#[test]
fn a_module_takes_views_and_inline_tensors() {
    let layer = Linear::new(tensor![[1.0f32, 10.0]], tensor![0.5]);
    let columns = tensor![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    assert_eq!(layer.forward(&columns.transpose()), tensor![[41.5], [52.5], [63.5]]);
    assert_eq!(layer.forward(&Inline::<f32, shape![2]>::from_array([1.0, 2.0])), tensor![21.5]);
    // And a reference to a module is a module.
    assert_eq!((&layer, Relu).forward(&tensor![-1.0, 0.0]), tensor![0.0]);
}

/// Residuals of any module that keeps the shape.
#[test]
fn residuals_are_generic() {
    fn residual<S: Shape, M: Module<S, Output = S>>(module: M, x: &Tensor<f32, S>) -> Tensor<f32, S> {
        Residual(module).forward(x)
    }
    let layer = Linear::new(tensor![[0.0f32, 1.0], [1.0, 0.0]], tensor![0.5, 0.0]);
    assert_eq!(residual((Relu, &layer), &tensor![[1.0, -2.0]]), tensor![[1.5, -1.0]]);
    let run_time = Tensor::<f32, shape![Batch, 2]>::full_with(Batch(2), 1.0);
    assert_eq!(residual(&layer, &run_time).as_slice(), [2.5, 2.0, 2.5, 2.0]);
}

/// Layers of generic channels, with one bound where the size of the result is computed.
#[test]
fn layers_of_generic_channels_need_no_bounds() {
    model! {
        struct Down<C: StaticSize, D: StaticSize> {
            conv: Conv2d<C, D, dim!(3), Conv<One, One>>,
            norm: BatchNorm2d<D>,
            up: ConvTranspose2d<D, C, dim!(2), TransposedConv<dim!(2)>>,
        }
    }
    impl<B: Size, C: StaticSize, D: StaticSize> Module<shape![B, C, 8, 8]> for Down<C, D> {
        type Output = shape![B, C, 16, 16];
        fn forward<X>(&self, x: &X) -> Tensor<f32, shape![B, C, 16, 16], X::Kind>
        where
            X: Operand<Elem = f32, Shape = shape![B, C, 8, 8]>,
        {
            self.up.forward(&self.norm.forward(&self.conv.forward(x)))
        }
    }
    let x = Tensor::<f32, shape![Batch, 3, 8, 8]>::zeros_with(Batch(2));
    assert_eq!(Down::<dim!(3), dim!(5)>::default().forward(&x).sizes(), [2, 3, 16, 16]);
}

/// Attention of each position to all, with weights that are generic sizes.
fn attended<T: Size, D: StaticSize, K: Kind>(
    x: &Tensor<f32, shape![T, D], K>,
    query: &Linear<D, D>,
    key: &Linear<D, D>,
) -> Tensor<f32, shape![T, D], K> {
    let (q, k) = (query.forward(x), key.forward(x));
    q.matmul(&k.transpose()).softmax(Axis::<-1>).matmul(x)
}

model! {
    /// Attention, a layer whose width has a scale of its own, and one back, around what they take.
    struct Encoder<D: StaticSize, H: StaticSize> {
        query: Linear<D, D>,
        key: Linear<D, D>,
        up: Linear<D, H>,
        scale: Param<shape![H]>,
        down: Linear<H, D>,
    }
}

impl<T: Size, D: StaticSize, H: StaticSize> Module<shape![T, D]> for Encoder<D, H> {
    type Output = shape![T, D];
    fn forward<X: Operand<Elem = f32, Shape = shape![T, D]>>(&self, x: &X) -> Tensor<f32, shape![T, D], X::Kind> {
        let x = attended(&x.to_tensor(), &self.query, &self.key) + &x.view();
        self.down.forward(&(self.up.forward(&x).gelu() * &self.scale)) + x
    }
}

/// What a step minimises, of any model that keeps the shape, eager or recorded.
fn loss<S: Shape, M: Module<S, Output = S>, K: Kind>(
    model: &M,
    x: &Tensor<f32, S, K>,
    target: &Tensor<f32, S, K>,
) -> Scalar<K> {
    model.forward(x).mse_loss(target)
}

/// A generic model trains without a `where` clause: the gradient of each of its numbers is that of central differences, and steps along it
/// make the loss smaller.
#[test]
fn a_generic_model_trains() {
    fn trained<T: StaticSize, D: StaticSize, H: StaticSize>() {
        let mut model = Encoder::<D, H>::default();
        for (i, parameter) in model.named_parameters_mut().into_iter().enumerate() {
            let numbers = parameter.elements.iter_mut().enumerate();
            numbers.for_each(|(j, x)| *x = ((3 * i + 5 * j) % 11) as f32 / 8.0 - 0.5);
        }
        let x = Tensor::<f32, shape![T, D]>::from_fn(|[t, d]| ((5 * t + 3 * d) % 7) as f32 / 4.0 - 0.75);
        let target = Tensor::<f32, shape![T, D]>::from_fn(|[t, d]| ((2 * t + 5 * d) % 5) as f32 / 2.0 - 1.0);
        let mut tape = Tape::new(&model);
        let gradient = tape.grad(&model, |tape| loss(&model, &tape.input(&x), &tape.input(&target))).clone();
        let mut largest = 0.0f32;
        for (i, of) in gradient.named_parameters().into_iter().enumerate() {
            for (j, &derivative) in of.elements.iter().enumerate() {
                let at = |by: f32| {
                    let mut near = model.clone();
                    near.named_parameters_mut()[i].elements[j] += by;
                    loss(&near, &x, &target)
                };
                let step = 1.0 / 64.0;
                let difference = (at(step) - at(-step)) / (2.0 * step);
                assert!((derivative - difference).abs() < 1e-3, "{} {j}: {derivative} for {difference}", of.name);
                largest = largest.max(derivative.abs());
            }
        }
        assert!(largest > 0.1, "{largest}");
        let before = loss(&model, &x, &target);
        let mut sgd = Sgd::new(&model, 0.1);
        for _ in 0..50 {
            let gradient = tape.grad(&model, |tape| loss(&model, &tape.input(&x), &tape.input(&target)));
            sgd.step(&mut model, gradient);
        }
        let after = loss(&model, &x, &target);
        assert!(after < before / 2.0, "{before} and then {after}");
    }
    trained::<dim!(3), dim!(4), dim!(6)>();
    trained::<dim!(5), dim!(2), dim!(3)>();
}
