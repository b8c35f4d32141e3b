//! The models in shaped.

use std::hint::black_box;

use shaped::grad::Tape;
use shaped::optim::Adam;
use shaped::{Kind, Strided, nn::*, prelude::*};

use super::{LEARNING_RATE, Model, Start, Training, labels, numbers};

type Rows = dim!(64);
type Mlp = (Linear<dim!(784), dim!(512)>, Relu, Linear<dim!(512), dim!(512)>, Relu, Linear<dim!(512), dim!(10)>);
type Digits = (Linear<dim!(64), dim!(128)>, Relu, Linear<dim!(128), dim!(64)>, Relu, Linear<dim!(64), dim!(10)>);

model! {
    struct Cnn {
        conv1: Conv2d<One, dim!(16), dim!(3), Conv<One, One>>,
        conv2: Conv2d<dim!(16), dim!(32), dim!(3), Conv<One, One>>,
        fc: Linear<dim!(1568), dim!(10)>,
    }
}

impl<B: Size> Module<shape![B, 1, 28, 28]> for Cnn {
    type Output = shape![B, 10];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 1, 28, 28]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, 10], X::Kind> {
        let x = self.conv1.forward(x).relu().max_pool2d(Pool::new(Dim::<2>));
        let x = self.conv2.forward(&x).relu().max_pool2d(Pool::new(Dim::<2>));
        self.fc.forward(&x.flatten_axes(Axis::<1>, Axis::<-1>))
    }
}

model! {
    struct Block {
        norm1: LayerNorm<dim!(64)>,
        q: Linear<dim!(64), dim!(64)>,
        k: Linear<dim!(64), dim!(64)>,
        v: Linear<dim!(64), dim!(64)>,
        out: Linear<dim!(64), dim!(64)>,
        norm2: LayerNorm<dim!(64)>,
        up: Linear<dim!(64), dim!(256)>,
        down: Linear<dim!(256), dim!(64)>,
    }
}

fn heads<B: Size, K: Kind>(x: &Tensor<f32, shape![B, 28, 64], K>) -> View<'_, f32, shape![B, 4, 28, 16], Strided, K> {
    x.view().unflatten(Axis::<-1>, (Dim::<4>, Dim::<16>)).swap_axes(Axis::<1>, Axis::<2>)
}

impl<B: Size> Module<shape![B, 28, 64]> for Block {
    type Output = shape![B, 28, 64];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 28, 64]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, 28, 64], X::Kind> {
        let y = self.norm1.forward(x);
        let (q, k, v) = (self.q.forward(&y), self.k.forward(&y), self.v.forward(&y));
        let y = heads(&q).attention(&heads(&k), &heads(&v)).swap_axes(Axis::<1>, Axis::<2>).to_tensor();
        let x = self.out.forward(&y.flatten_axes(Axis::<-2>, Axis::<-1>)) + x.view();
        let y = self.up.forward(&self.norm2.forward(&x)).gelu_tanh();
        self.down.forward(&y) + x
    }
}

model! {
    struct Transformer {
        position: Param<shape![28, 64]>,
        embed: Linear<dim!(28), dim!(64)>,
        block1: Block,
        block2: Block,
        norm: LayerNorm<dim!(64)>,
        head: Linear<dim!(64), dim!(10)>,
    }
}

impl<B: Size> Module<shape![B, 28, 28]> for Transformer {
    type Output = shape![B, 10];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 28, 28]>>(&self, x: &X) -> Tensor<f32, shape![B, 10], X::Kind> {
        let x = self.embed.forward(x) + &self.position;
        let x = self.block2.forward(&self.block1.forward(&x));
        self.head.forward(&self.norm.forward(&x).mean(Axis::<1>))
    }
}

/// A model, its tape and its optimizer, for batches of `S`.
struct Learner<M, S: Shape> {
    model: M,
    x: Tensor<f32, S>,
    labels: Tensor<usize, shape![Rows]>,
    tape: Tape<M>,
    optimizer: Adam<M>,
}

impl<M: Parameters + Clone + Default, S: StaticShape> Learner<M, S> {
    fn new(model: Model) -> Self {
        let mut made = M::default();
        let mut starts = Start::tensors(&model.start()).into_iter();
        made.visit_mut(&mut |_, elements| elements.copy_from_slice(&starts.next().expect("a tensor").1));
        Learner {
            tape: Tape::new(&made),
            optimizer: Adam::new(&made, LEARNING_RATE),
            model: made,
            x: Tensor::from_vec(numbers(model.sizes().iter().product(), 0, 1.0)).expect("as many numbers"),
            labels: Tensor::from_vec(labels().collect()).expect("a label for each"),
        }
    }
}

impl<M: Module<S, Output = shape![Rows, 10]> + Parameters + Clone, S: StaticShape> Training for Learner<M, S> {
    fn infer(&mut self) {
        black_box(self.model.forward(&self.x));
    }
    fn step(&mut self, between: &mut dyn FnMut()) -> f32 {
        let Learner { model, x, labels, tape, optimizer } = self;
        let (loss, gradient) = tape.value_and_grad(model, |tape| model.forward(&tape.input(x)).cross_entropy(labels));
        between();
        optimizer.step(model, gradient);
        loss
    }
    fn kept(&mut self) -> usize {
        // The tape keeps the gradient, too: others make a new one in each step, which counts there.
        let mut gradient = 0;
        self.model.visit(&mut |_, elements| gradient += size_of_val(elements));
        self.tape.bytes() + gradient
    }
}

/// The model as a learner.
pub fn new(model: Model) -> Box<dyn Training> {
    match model {
        Model::Mlp => Box::new(Learner::<Mlp, shape![64, 784]>::new(model)),
        Model::Digits => Box::new(Learner::<Digits, shape![64, 64]>::new(model)),
        Model::Transformer => Box::new(Learner::<Transformer, shape![64, 28, 28]>::new(model)),
        Model::Cnn => Box::new(Learner::<Cnn, shape![64, 1, 28, 28]>::new(model)),
    }
}
