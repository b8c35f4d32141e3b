// Zero is a size like any other.
use shaped::prelude::*;

fn main() {
    let none: Tensor<f32, shape![0]> = Tensor::ones();
    let three: Tensor<f32, shape![3]> = Tensor::ones();
    let _ = &none + &three;
}
