use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 4, 32, 32]> = Tensor::ones();
    let mean: Tensor<f32, shape![3, 1, 1]> = Tensor::zeros();
    let _ = images.narrow(Axis::<1>, 0, Dim::<3>) - &mean;
}
