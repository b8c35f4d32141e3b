use shaped::prelude::*;

fn main() {
    let logits: Tensor<f32, shape![64, 10]> = Tensor::zeros();
    let classes: Tensor<usize, shape![64]> = Tensor::zeros();
    let weights: Tensor<f32, shape![64]> = Tensor::ones();
    let _ = logits.cross_entropy_weighted(&classes, &weights);
}
