use shaped::{grad::value_and_grad, prelude::*};

fn main() {
    let w: Tensor<f32, shape![3, 4]> = Tensor::ones();
    let x: Tensor<f32, shape![4, 64]> = Tensor::ones();
    value_and_grad(&w, |tape| tape.input(&w).matmul(&x).mean_all());
}
