use shaped::prelude::*;

fn main() {
    let logits: Tensor<f32, shape![64, 10]> = Tensor::zeros();
    let labels: Tensor<i64, shape![64, 10]> = Tensor::zeros(); // one-hot
    let loss = logits.cross_entropy(&labels);
}
