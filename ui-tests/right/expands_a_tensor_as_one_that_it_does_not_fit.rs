use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let per_class: Tensor<f32, shape![4, 1, 1]> = Tensor::ones();
    let scores: Tensor<f32, shape![4, 32, 8]> = Tensor::zeros();
    per_class.expand_as(&scores);
}
