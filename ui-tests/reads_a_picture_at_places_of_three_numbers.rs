use shaped::prelude::*;

fn main() {
    let picture: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let places: Tensor<f32, shape![8, 20, 10, 3]> = Tensor::zeros();
    let _ = picture.grid_sample(&places, GridSample::new());
}
