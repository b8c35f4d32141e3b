use shaped::{grad::value_and_grad, prelude::*};

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let w: Tensor<f32, shape![4]> = Tensor::ones();
    value_and_grad(&w, |tape| {
        let mut y = tape.input(&x);
        y += tape.input(&w);
        y.mean_all()
    });
}
