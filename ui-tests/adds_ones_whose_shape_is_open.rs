// The sum could stretch to any shape.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::zeros();
    let _ = &x + &Tensor::ones();
}
