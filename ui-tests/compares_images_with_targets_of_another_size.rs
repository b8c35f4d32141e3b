use shaped::prelude::*;

fn main() {
    let logits: Tensor<f32, shape![8, 3, 28, 28]> = Tensor::zeros();
    let target: Tensor<f32, shape![8, 1, 28, 28]> = Tensor::zeros();
    let loss = logits.binary_cross_entropy_with_logits(&target);
}
