use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let theta: Tensor<f32, shape![6]> = Tensor::zeros();
    assert_eq!(theta.reshape::<shape![2, 3]>().affine_grid((Dim::<20>, Dim::<10>), false).sizes(), [20, 10, 2]);
}
