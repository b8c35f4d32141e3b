use shaped::{grad::value_and_grad, prelude::*};

fn main() {
    let x: Tensor<i32, shape![64, 4]> = Tensor::ones();
    value_and_grad(&x, |tape| tape.input(&x).sum_all());
}
