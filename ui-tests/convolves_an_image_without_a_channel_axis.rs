use shaped::prelude::*;

fn main() {
    let image: Tensor<f32, shape![28, 28]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 1, 3, 3]> = Tensor::zeros();
    let _ = image.conv2d(&weights, Conv::new());
}
