// The matrix belongs to the first two axes, and is aligned with the last two.
use shaped::prelude::*;

fn main() {
    let block: Tensor<f32, shape![2, 3, 4]> = Tensor::ones();
    let matrix: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let _ = &block + &matrix;
}
