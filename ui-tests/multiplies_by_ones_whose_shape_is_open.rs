// How many columns?
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let _ = x.matmul(&Tensor::ones());
}
