// The second axis from the end: 2 against 4.
use shaped::prelude::*;

fn main() {
    let column: Tensor<f32, shape![2, 1]> = Tensor::ones();
    let block: Tensor<f32, shape![8, 4, 3]> = Tensor::ones();
    let _ = &column + &block;
}
