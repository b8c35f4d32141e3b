// The inner sizes must be the same: 1 is not stretched.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 1]> = Tensor::zeros();
    let weights: Tensor<f32, shape![4, 5]> = Tensor::zeros();
    let _ = x.matmul(&weights);
}
