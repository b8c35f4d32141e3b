use shaped::{grad::value_and_grad, prelude::*};

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let floor: Tensor<f32, shape![4]> = Tensor::zeros();
    value_and_grad(&x, |tape| tape.input(&x).maximum(&tape.input(&floor)).mean_all());
}
