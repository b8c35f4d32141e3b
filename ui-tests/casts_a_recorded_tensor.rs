use shaped::{grad::value_and_grad, prelude::*};

fn main() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    value_and_grad(&x, |tape| {
        let y = tape.input(&x).exp();
        let _half = y.cast::<i32>();
        y.mean_all()
    });
}
