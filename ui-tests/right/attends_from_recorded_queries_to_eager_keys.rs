use shaped::{grad::value_and_grad, prelude::*};

#[test]
fn compiles_and_runs() {
    let q: Tensor<f32, shape![8, 16]> = Tensor::ones();
    let k: Tensor<f32, shape![8, 16]> = Tensor::ones();
    value_and_grad(&q, |tape| {
        let q = tape.input(&q);
        q.attention(&tape.input(&k), &q).mean_all()
    });
}
