use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 16]> = Tensor::zeros();
    assert_eq!(x.interpolate1d(Resize::to(Dim::<8>)).sizes(), [3, 8]);
}
