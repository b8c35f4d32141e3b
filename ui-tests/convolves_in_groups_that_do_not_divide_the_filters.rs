use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 6, 14, 14]> = Tensor::zeros();
    let weights: Tensor<f32, shape![16, 2, 3, 3]> = Tensor::zeros();
    let _ = features.conv2d(&weights, Conv::new().groups(Dim::<3>));
}
