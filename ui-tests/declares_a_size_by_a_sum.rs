// Constant expressions go in braces.
use shaped::prelude::*;

fn main() {
    let _: Tensor<f32, shape![2 + 1, 3]> = Tensor::zeros();
}
