// `..` stands for the same axes everywhere.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 8, 16]> = Tensor::zeros();
    let y: Tensor<f32, shape![2, 8, 16]> = Tensor::zeros();
    let _ = einsum!(.. d, .. d -> ..; &x, &y);
}
