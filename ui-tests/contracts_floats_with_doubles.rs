// All operands have elements of one type.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 4]> = Tensor::zeros();
    let y: Tensor<f64, shape![4, 5]> = Tensor::zeros();
    let _ = einsum!(i k, k j -> i j; &x, &y);
}
