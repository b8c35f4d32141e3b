use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![64, 32, 4, 4]> = Tensor::zeros();
    let _ = features.reshape::<shape![64, 512]>();
}
