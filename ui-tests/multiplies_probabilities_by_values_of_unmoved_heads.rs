// [batch, tokens, heads, width] has its heads on the wrong axis.
use shaped::prelude::*;

fn main() {
    let weights: Tensor<f32, shape![2, 4, 6, 6]> = Tensor::ones();
    let values: Tensor<f32, shape![2, 6, 4, 8]> = Tensor::ones();
    let _ = weights.matmul(&values);
}
