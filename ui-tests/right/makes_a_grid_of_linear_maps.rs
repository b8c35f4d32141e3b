use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let theta: Tensor<f32, shape![8, 2, 3]> = Tensor::zeros();
    assert_eq!(theta.affine_grid((Dim::<20>, Dim::<10>), false).sizes(), [8, 20, 10, 2]);
}
