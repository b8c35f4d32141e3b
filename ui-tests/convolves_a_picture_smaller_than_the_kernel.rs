use shaped::prelude::*;

fn main() {
    let images: Tensor<f32, shape![8, 3, 4, 4]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 5, 5]> = Tensor::zeros();
    let _ = images.conv2d(&weights, Conv::new());
}
