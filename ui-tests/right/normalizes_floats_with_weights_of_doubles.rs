use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let weight: Tensor<f64, shape![3]> = Tensor::ones();
    let bias: Tensor<f64, shape![3]> = Tensor::zeros();
    let y = x.layer_norm(&weight.cast::<f32>(), &bias.cast::<f32>(), 1e-5);
    assert_eq!(y.sum_all(), 0.0);
}
