use shaped::{grad::value_and_grad, prelude::*};

fn main() {
    let q: Tensor<f32, shape![8, 16]> = Tensor::ones();
    let k: Tensor<f32, shape![8, 16]> = Tensor::ones();
    value_and_grad(&q, |tape| {
        let q = tape.input(&q);
        q.attention(&k, &q).mean_all()
    });
}
