use shaped::prelude::*;

const BATCH: usize = 64;

fn main() {
    let x: Tensor<f32, shape![{ BATCH }, 3]> = Tensor::zeros();
    let y: Tensor<f32, shape![{ 2 * BATCH }, 3]> = Tensor::zeros();
    let _ = x + y;
}
