// The two batches differ and neither is 1.
use shaped::prelude::*;

fn main() {
    let features: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::ones();
    let others: Tensor<f32, shape![2, 32, 14, 14]> = Tensor::ones();
    let _ = &features + &others;
}
