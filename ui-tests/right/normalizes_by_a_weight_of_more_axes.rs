use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![512]> = Tensor::ones();
    let weight: Tensor<f32, shape![512]> = Tensor::ones();
    let y = x.rms_norm(&weight, 1e-5);
    assert_eq!(y.sizes(), [512]);
}
