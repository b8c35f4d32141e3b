// The left side of an assignment is never stretched.
use shaped::prelude::*;

fn main() {
    let mut row: Tensor<f32, shape![3]> = Tensor::zeros();
    let matrix: Tensor<f32, shape![4, 3]> = Tensor::ones();
    row += &matrix;
}
