// One number for all elements needs no tensor.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let _ = x.greater(0.5).select(&x, &Tensor::zeros());
}
