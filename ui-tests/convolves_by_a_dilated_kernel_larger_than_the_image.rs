use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![8, 4, 4]> = Tensor::zeros();
    let weights: Tensor<f32, shape![8, 8, 1, 3]> = Tensor::zeros();
    let _ = features.conv2d(&weights, Conv::new().dilation(Dim::<2>));
}
