//! A perceptron that PyTorch trained, without an allocator: its weights are constants, its results lie on the stack.

#![no_std]

use shaped::prelude::*;

/// A layer of a file, `[.., I] -> [.., O]`: weights and biases as constants, of which the compiler has compared the shapes.
macro_rules! layer {
    ($name:ident: $inputs:literal -> $outputs:literal, $weight:literal, $bias:literal) => {
        fn $name(x: Inline<f32, shape![1, $inputs]>) -> Inline<f32, shape![1, $outputs]> {
            static WEIGHT: Inline<f32, shape![$outputs, $inputs]> =
                include_tensor!("../../data/digits_mlp.safetensors", $weight);
            static BIAS: Inline<f32, shape![$outputs]> = include_tensor!("../../data/digits_mlp.safetensors", $bias);
            x.matmul(&WEIGHT.transpose()) + &BIAS
        }
    };
}
layer!(first: 64 -> 128, "0.weight", "0.bias");
layer!(second: 128 -> 64, "2.weight", "2.bias");
layer!(third: 64 -> 10, "4.weight", "4.bias");

fn relu<S: StaticShape>(x: Inline<f32, S>) -> Inline<f32, S> {
    x.map(|x| x.max(0.0))
}

/// A picture of a digit, ink from 0 to 16.
pub type Picture<'a> = View<'a, u8, shape![8, 8]>;

/// How much a picture looks like each of the ten digits: `[8, 8] -> [1, 10]`.
pub fn scores(picture: Picture<'_>) -> Inline<f32, shape![1, 10]> {
    let ink = Inline::<f32, shape![1, 64]>::from_fn(|[_, i]| f32::from(picture[[i / 8, i % 8]]) / 16.0);
    third(relu(second(relu(first(ink)))))
}

/// The digit that a picture looks most like.
pub fn digit(scores: &Inline<f32, shape![1, 10]>) -> usize {
    (0..10).fold(0, |best, i| if scores[[0, i]] > scores[[0, best]] { i } else { best })
}
