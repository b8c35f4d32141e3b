use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 3, 16, 32, 32]> = Tensor::zeros();
    let grid: Tensor<f32, shape![8, 4, 20, 10, 3]> = Tensor::zeros();
    assert_eq!(x.grid_sample3d(&grid, GridSample::new()).sizes(), [8, 3, 4, 20, 10]);
}
