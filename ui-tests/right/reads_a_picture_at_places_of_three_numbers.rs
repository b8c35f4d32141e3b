use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let picture: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let places: Tensor<f32, shape![8, 20, 10, 2]> = Tensor::zeros();
    assert_eq!(picture.grid_sample(&places, GridSample::new()).sizes(), [8, 3, 20, 10]);
}
