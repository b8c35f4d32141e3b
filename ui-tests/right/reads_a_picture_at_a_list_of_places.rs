use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let picture: Tensor<f32, shape![3, 32, 32]> = Tensor::zeros();
    let places: Tensor<f32, shape![20, 2]> = Tensor::zeros();
    assert_eq!(picture.grid_sample(&places.unsqueeze(Axis::<0>), GridSample::new()).sizes(), [3, 1, 20]);
}
