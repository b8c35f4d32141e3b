use shaped::prelude::*;

fn main() {
    let logits: Tensor<f32, shape![64, 10]> = Tensor::zeros();
    let labels: Tensor<u8, shape![32]> = Tensor::zeros();
    let loss = logits.cross_entropy(&labels);
}
