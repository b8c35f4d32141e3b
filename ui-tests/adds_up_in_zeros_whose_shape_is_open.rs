// What is added may be stretched, and so says not what it is added to.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let mut total = Tensor::zeros();
    for _ in 0..4 {
        total += &x;
    }
}
