use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let signal: Tensor<f32, shape![2, 30, 80]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 80, 3]> = Tensor::zeros();
    assert_eq!(signal.transpose().conv1d(&weights, Conv::new()).sizes(), [2, 16, 28]);
}
