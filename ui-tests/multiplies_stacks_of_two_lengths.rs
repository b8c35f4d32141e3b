// The axes in front of the matrices broadcast.
use shaped::prelude::*;

fn main() {
    let queries: Tensor<f32, shape![4, 8, 16]> = Tensor::zeros();
    let keys: Tensor<f32, shape![2, 16, 8]> = Tensor::zeros();
    let _ = queries.matmul(&keys);
}
