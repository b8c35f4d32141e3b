use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let theta: Tensor<f32, shape![3, 4]> = Tensor::zeros();
    assert_eq!(theta.affine_grid3d((Dim::<4>, Dim::<20>, Dim::<10>), false).sizes(), [4, 20, 10, 3]);
}
