use shaped::prelude::*;

axis!(Height);

fn main() {
    let images: Tensor<f32, shape![3, Height, 32]> = Tensor::zeros_with(Height(32));
    let weights: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    let _ = images.conv2d(&weights, Conv::new());
}
