// A signal has an axis of channels.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![100]> = Tensor::zeros();
    let w: Tensor<f32, shape![16, 1, 3]> = Tensor::zeros();
    let _ = x.conv1d(&w, Conv::new());
}
