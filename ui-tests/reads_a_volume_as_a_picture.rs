use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3, 16, 32, 32]> = Tensor::ones();
    let places: Tensor<f32, shape![8, 4, 20, 10, 3]> = Tensor::zeros();
    let _ = x.grid_sample(&places, GridSample::new());
}
