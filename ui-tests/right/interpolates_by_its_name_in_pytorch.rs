use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let image: Tensor<f32, shape![3, 8, 8]> = Tensor::zeros();
    let larger = image.interpolate2d(Resize::to((Dim::<16>, Dim::<16>)).linear());
    assert_eq!(larger.sizes(), [3, 16, 16]);
}
