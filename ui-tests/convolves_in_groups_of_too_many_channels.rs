use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::zeros();
    let weights: Tensor<f32, shape![32, 32, 3, 3]> = Tensor::zeros();
    let _ = features.conv2d(&weights, Conv::new().groups(Dim::<32>));
}
