use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3, 16, 32, 32]> = Tensor::zeros();
    let grid: Tensor<f32, shape![4, 4, 20, 10, 3]> = Tensor::zeros();
    let _ = x.grid_sample3d(&grid, GridSample::new());
}
