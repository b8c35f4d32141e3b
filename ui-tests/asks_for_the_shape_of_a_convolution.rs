use shaped::prelude::*;

fn main() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::ones();
    let weights: Tensor<f32, shape![16, 3, 5, 5]> = Tensor::ones();
    shaped::debug_shape!(images.conv2d(&weights, Conv::new()));
}
