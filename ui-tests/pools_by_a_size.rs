// What is pooled over is an option.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![3, 8, 8]> = Tensor::zeros();
    let _ = x.max_pool2d(Dim::<2>);
}
