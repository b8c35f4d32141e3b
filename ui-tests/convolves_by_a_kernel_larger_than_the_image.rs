use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 64, 4, 4]> = Tensor::zeros();
    let weights: Tensor<f32, shape![64, 64, 7, 3]> = Tensor::zeros();
    let _ = features.conv2d(&weights, Conv::new().padding(One));
}
