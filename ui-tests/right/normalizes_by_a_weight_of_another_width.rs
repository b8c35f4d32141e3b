use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 5, 512]> = Tensor::ones();
    let weight: Tensor<f32, shape![512]> = Tensor::ones();
    let bias: Tensor<f32, shape![512]> = Tensor::zeros();
    let y = x.layer_norm(&weight, &bias, 1e-5);
    assert_eq!(y, Tensor::zeros());
}
