// A vector has one axis.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4]> = Tensor::zeros();
    let _ = x.transpose();
}
