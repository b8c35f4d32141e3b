// The heads are forgotten.
use shaped::prelude::*;

fn main() {
    let q: Tensor<f32, shape![2, 8, 10, 64]> = Tensor::zeros();
    let _ = einsum!(b h q d, b q d -> b h q; &q, &q);
}
