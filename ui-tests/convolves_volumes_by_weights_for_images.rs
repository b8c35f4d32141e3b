use shaped::prelude::*;

fn main() {
    let scans: Tensor<f32, shape![2, 1, 16, 64, 64]> = Tensor::zeros();
    let weights: Tensor<f32, shape![8, 1, 3, 3]> = Tensor::zeros();
    let _ = scans.conv3d(&weights, Conv::new());
}
