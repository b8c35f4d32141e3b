// Options of a convolution begin with `new`.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let w: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    let _ = x.conv2d(&w, Dim::<1>);
}
