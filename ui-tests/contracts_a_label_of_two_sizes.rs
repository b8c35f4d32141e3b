// The heads of the keys are narrower than those of the queries.
use shaped::prelude::*;

fn main() {
    let q: Tensor<f32, shape![2, 8, 10, 64]> = Tensor::zeros();
    let k: Tensor<f32, shape![2, 8, 12, 32]> = Tensor::zeros();
    let _ = einsum!(b h q d, b h k d -> b h q k; &q, &k);
}
