use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3, 4, 5, 5]> = Tensor::ones();
    let places: Tensor<f32, shape![2, 2, 4, 3, 3]> = Tensor::zeros();
    assert_eq!(x.grid_sample3d(&places, GridSample::new()).sizes(), [2, 3, 2, 4, 3]);
}
