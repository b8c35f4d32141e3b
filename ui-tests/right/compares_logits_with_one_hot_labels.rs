use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let logits: Tensor<f32, shape![64, 10]> = Tensor::zeros();
    let labels: Tensor<i64, shape![64, 10]> = Tensor::zeros(); // one-hot
    let probabilities = labels.map(|x| x as f32);
    let loss = logits.cross_entropy_soft(&probabilities);
    assert_eq!(loss, 0.0);
}
