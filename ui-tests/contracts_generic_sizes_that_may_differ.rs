use shaped::prelude::*;

fn scores<Q: Size, D: Size, E: Size>(q: &Tensor<f32, shape![Q, D]>, k: &Tensor<f32, shape![Q, E]>) {
    let _ = einsum!(i d, j d -> i j; q, k);
}

fn main() {
    scores(&tensor![[1.0]], &tensor![[2.0]]);
}
