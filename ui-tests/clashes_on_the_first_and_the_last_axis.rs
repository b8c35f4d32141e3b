// The axis between them fits.
use shaped::prelude::*;

fn main() {
    let a: Tensor<f32, shape![2, 7, 3]> = Tensor::zeros();
    let b: Tensor<f32, shape![5, 7, 4]> = Tensor::zeros();
    let _ = &a - &b;
}
