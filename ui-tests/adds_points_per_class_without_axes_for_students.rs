// Points per class need shape [4, 1, 1].
use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![4, 32, 8]> = Tensor::ones();
    let points: Tensor<f32, shape![4]> = Tensor::ones();
    let _ = &scores + &points;
}
