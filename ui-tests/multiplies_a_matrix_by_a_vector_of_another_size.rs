// A vector on the right is a column: as many rows as the matrix has columns.
use shaped::prelude::*;

fn main() {
    let weights: Tensor<f32, shape![10, 784]> = Tensor::zeros();
    let pixels: Tensor<f32, shape![28]> = Tensor::zeros();
    let _ = weights.matmul(&pixels);
}
