use shaped::prelude::*;

fn main() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 3, 4, 4]> = Tensor::zeros();
    let _ = images.conv2d(&weights, Conv::same());
}
