// Every axis clashes, and one of them is missing.
use shaped::prelude::*;

fn main() {
    let a: Tensor<f32, shape![9, 2, 3, 4]> = Tensor::zeros();
    let b: Tensor<f32, shape![5, 6, 7]> = Tensor::zeros();
    let _ = &a * &b;
}
