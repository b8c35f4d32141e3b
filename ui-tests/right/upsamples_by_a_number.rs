use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 8, 8]> = Tensor::zeros();
    assert_eq!(x.upsample_nearest2d(Dim::<2>).sizes(), [3, 16, 16]);
}
