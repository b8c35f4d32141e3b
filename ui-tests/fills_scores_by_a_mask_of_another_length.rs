use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![2, 8, 16, 16]> = Tensor::zeros();
    let causal: Tensor<bool, shape![12, 12]> = Tensor::full(true);
    let _ = scores.masked_fill(&causal, f32::NEG_INFINITY);
}
