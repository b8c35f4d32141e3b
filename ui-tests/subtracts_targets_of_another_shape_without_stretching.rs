// [3] - [3, 1] would compare each with each.
use shaped::prelude::*;

fn main() {
    let predicted: Tensor<f32, shape![3]> = Tensor::zeros();
    let target: Tensor<f32, shape![3, 1]> = Tensor::ones();
    let _ = same_shape(&predicted) - &target;
}
