use shaped::prelude::*;

fn main() {
    let signal: Tensor<f32, shape![8, 80, 300]> = Tensor::zeros();
    let weights: Tensor<f32, shape![384, 80, 3, 3]> = Tensor::zeros();
    let _ = signal.conv1d(&weights, Conv::new());
}
