// The left side's axis of size 1 would have to become 4.
use shaped::prelude::*;

fn main() {
    let mut row: Tensor<f32, shape![1, 3]> = Tensor::zeros();
    let rows: Tensor<f32, shape![4, 3]> = Tensor::ones();
    row += rows;
}
