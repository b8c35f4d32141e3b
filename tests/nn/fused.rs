//! Activations right after linear layers: bit for bit what they give for the finished result.

use num_traits::{Float, NumCast};
use shaped::{nn::*, prelude::*};

axis!(Batch);

/// Numbers of either sign, -0, and NaN and infinities in a few rows.
fn number<T: Float>(i: usize) -> T {
    let x = match i * 7919 % 10007 {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => f64::NEG_INFINITY,
        x if x % 11 == 0 => -0.0,
        x => x as f64 / 5000.0 - 1.0,
    };
    <T as NumCast>::from(x).unwrap()
}

fn linear<I: StaticSize, O: StaticSize, T: Float>(bias: bool) -> Linear<I, O, T> {
    let weight = Tensor::from_flat_fn(|i| number(i + 7));
    if bias { Linear::new(weight, Tensor::from_flat_fn(|i| number(i + 5))) } else { Linear::without_bias(weight) }
}

/// A layer of a program's own, which knows nothing of those before and after it.
#[derive(Clone, Copy)]
struct Halves;

impl<S: Shape, T: Float> Module<S, T> for Halves {
    type Output = S;
    fn forward<X: Operand<Elem = T, Shape = S>>(&self, x: &X) -> Tensor<T, S, X::Kind> {
        x.view() / (T::one() + T::one())
    }
}

fn bits<T: Copy + Into<f64>, S: Shape>(x: &Tensor<T, S>) -> Vec<u64> {
    x.as_slice().iter().map(|&x| x.into().to_bits()).collect()
}

/// Both, by all the ways in which they can be put together.
fn check<T, S, L, A>(layer: &L, activation: A, x: &Tensor<T, S>)
where
    T: Float + Into<f64>,
    S: Shape,
    L: Module<S, T>,
    A: Module<S, T, Output = S> + Module<L::Output, T, Output = L::Output> + Copy,
{
    let is = |y: Tensor<T, L::Output>, expected: &Tensor<T, L::Output>, what: &str| {
        let (layer, activation) = (std::any::type_name::<L>(), std::any::type_name::<A>());
        assert!(bits(&y) == bits(expected), "{what}: {activation} of {layer} of {:?}", x.sizes());
    };
    let plain: Tensor<T, L::Output> = layer.forward(x);
    let active: Tensor<T, L::Output> = activation.forward(&plain);
    is((layer, activation).forward(x), &active, "a tuple");
    is((layer, activation).forward_owned(x.clone()), &active, "a tuple that owns");
    is(Sequential::<S, (), S, T>::new().then(layer).then(activation).forward(x), &active, "a chain");
    is((layer, activation, activation).forward(x), &activation.forward(&active), "two");
    is((layer, activation, Halves).forward(x), &Halves.forward(&active), "a layer after it");
    is((layer, Halves, activation).forward(x), &activation.forward(&Halves.forward(&plain)), "a layer between");
    let before: Tensor<T, S> = activation.forward(x);
    is(
        (activation, layer, activation).forward_owned(x.clone()),
        &activation.forward(&layer.forward(&before)),
        "one before",
    );
}

/// An activation after layers of these sizes, with and without a bias, for so many rows.
macro_rules! rows {
    ($t:ty, $activation:expr; $($i:literal $o:literal: $rows:expr;)*) => { $(
        for bias in [true, false] {
            let layer = linear::<dim!($i), dim!($o), $t>(bias);
            for rows in $rows {
                let elements = (0..rows * $i).map(number).collect();
                let x = Tensor::<$t, shape![Batch, $i]>::from_vec_with(Batch(rows), elements).unwrap();
                check(&layer, $activation, &x);
            }
        }
    )* };
}

macro_rules! all_sizes {
    ($($name:ident $activation:expr;)*) => { $(
        #[test]
        fn $name() {
            fn all<T: Float + Into<f64> + 'static>() {
                rows! {
                    T, $activation;
                    64 40: [0, 1, 3, 300];
                    2 3: [2, 1000];
                    1 1: [1, 9];
                    37 1: [50];
                    0 5: [4];
                    5 0: [4];
                    // So many products that they are summed in two passes, by one row, by few and by many.
                    1100 20: [1, 4, 30];
                    // Wider than what is copied at a time.
                    5 1030: [90];
                    260 1030: [2, 17, 120];
                }
                let layer = linear::<dim!(64), dim!(40), T>(true);
                check(&layer, $activation, &Tensor::<T, shape![64]>::from_flat_fn(number));
                check(&layer, $activation, &Tensor::<T, shape![5, 7, 64]>::from_flat_fn(number));
                let turned = Tensor::<T, shape![64, 33]>::from_flat_fn(number);
                let model = (&layer, $activation);
                assert!(bits(&model.forward(&turned.transpose())) == bits(&model.forward(&turned.transpose().to_tensor())));
            }
            all::<f32>();
            all::<f64>();
        }
    )* };
}
all_sizes! {
    relu Relu;
    tanh Tanh;
}

#[test]
fn each_activation() {
    macro_rules! each {
        ($($t:ty: $($activation:expr),*;)*) => { $( $( rows!($t, $activation; 40 36: [2, 50];); )* )* };
    }
    each! {
        f32: Relu6, Gelu, GeluTanh, Silu, Sigmoid, LogSigmoid, Softplus, Selu, Mish, HardSigmoid, HardSwish, LeakyRelu(0.1f32), Elu(0.5f32),
            Identity, Dropout(0.5f32);
        f64: Gelu, Silu, LeakyRelu(0.1f64);
    }
}
