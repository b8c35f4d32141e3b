use shaped::{nn::*, prelude::*};

fn loss<M: Module<I>, I: Shape, O: Shape>(net: &M, x: &Tensor<f32, I>, y: &Tensor<f32, O>) -> f32 {
    net.forward(x).mse_loss(y)
}

fn main() {}
