use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let labels: Tensor<i64, shape![8, 1]> = Tensor::zeros();
    let _ = scores.gather(1, &labels);
}
