use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 8, 8]> = Tensor::zeros();
    assert_eq!(x.interpolate3d(Resize::to(Dim::<4>)).sizes(), [4, 4, 4]);
}
