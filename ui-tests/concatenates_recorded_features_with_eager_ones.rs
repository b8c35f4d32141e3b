use shaped::{grad::value_and_grad, prelude::*};

fn main() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let more: Tensor<f32, shape![64, 2]> = Tensor::ones();
    value_and_grad(&x, |tape| tape.input(&x).concat(&more, Axis::<1>).mean_all());
}
