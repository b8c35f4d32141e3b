// A scalar has room for one number.
use shaped::prelude::*;

fn main() {
    let mut scalar: Tensor<f32, shape![]> = Tensor::ones();
    let vector: Tensor<f32, shape![3]> = Tensor::ones();
    scalar *= vector;
}
