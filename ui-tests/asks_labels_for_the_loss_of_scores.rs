use shaped::prelude::*;

fn main() {
    let scores: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let labels: Tensor<usize, shape![8]> = Tensor::zeros();
    let _ = labels.cross_entropy(&scores);
}
