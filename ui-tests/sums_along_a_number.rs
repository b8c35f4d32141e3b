use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![32, 10]> = Tensor::zeros();
    let _ = scores.sum(1);
}
