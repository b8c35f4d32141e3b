// A volume has an axis of depth.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 32, 32]> = Tensor::zeros();
    let w: Tensor<f32, shape![16, 3, 3, 3, 3]> = Tensor::zeros();
    let _ = x.conv3d(&w, Conv::new());
}
