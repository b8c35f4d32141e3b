use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let picture: Tensor<f32, shape![3, 48, 64]> = Tensor::zeros();
    assert_eq!(picture.interpolate2d(Resize::to((Dim::<22>, Dim::<24>)).linear()).sizes(), [3, 22, 24]);
}
