use shaped::prelude::*;

fn main() {
    let per_class: Tensor<f32, shape![4]> = Tensor::ones();
    let scores: Tensor<f32, shape![4, 32, 8]> = Tensor::zeros();
    per_class.expand_as(&scores);
}
