use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 16, 28, 28]> = Tensor::ones();
    let weights: Tensor<f32, shape![16, 16, 3, 3]> = Tensor::zeros();
    let _ = x.conv2d(&weights, Conv::new()) + &x;
}
