use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8]> = Tensor::full(0.5);
    let loss = x.binary_cross_entropy(&Tensor::<f32, shape![8]>::ones());
    assert!((loss - 2f32.ln()).abs() < 1e-6);
}
