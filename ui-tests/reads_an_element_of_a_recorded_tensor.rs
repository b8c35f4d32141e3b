use shaped::{grad::value_and_grad, prelude::*};

fn main() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    value_and_grad(&x, |tape| {
        let y = tape.input(&x).square();
        let _first = y[[0, 0]];
        y.mean_all()
    });
}
