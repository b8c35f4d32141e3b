// The second axis from the end: 2 against 4.
use shaped::prelude::*;

fn main() {
    let block: Tensor<f32, shape![8, 4, 3]> = Tensor::ones();
    let column: Tensor<f32, shape![2, 1]> = Tensor::ones();
    let _ = &block + &column;
}
