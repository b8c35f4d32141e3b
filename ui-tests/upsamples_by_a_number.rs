// The factor is a size.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 8, 8]> = Tensor::zeros();
    let _ = x.upsample_nearest2d(2);
}
