// Shapes match from the last axis and not from the first.
use shaped::prelude::*;

fn main() {
    let offsets: Tensor<f32, shape![4, 32, 14]> = Tensor::ones();
    let features: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::ones();
    let _ = &offsets + &features;
}
