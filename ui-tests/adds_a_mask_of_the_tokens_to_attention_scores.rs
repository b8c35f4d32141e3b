// A mask of the keys has shape [batch, 1, 1, keys].
use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![2, 4, 5, 5]> = Tensor::ones();
    let mask: Tensor<f32, shape![2, 5]> = Tensor::zeros();
    let _ = &scores + &mask;
}
