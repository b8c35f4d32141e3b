// The product is a matrix, and the column cannot hold it.
use shaped::prelude::*;

fn main() {
    let mut column: Tensor<f32, shape![4, 1]> = Tensor::ones();
    let row: Tensor<f32, shape![3]> = Tensor::ones();
    column *= &row;
}
