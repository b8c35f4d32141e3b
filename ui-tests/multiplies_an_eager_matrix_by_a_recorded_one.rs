use shaped::{grad::value_and_grad, prelude::*};

fn main() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let w: Tensor<f32, shape![4, 3]> = Tensor::ones();
    value_and_grad(&w, |tape| x.matmul(&tape.input(&w)).mean_all());
}
