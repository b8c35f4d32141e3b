use shaped::prelude::*;

fn scores<Q: Size, D: Size>(q: &Tensor<f32, shape![Q, D]>, k: &Tensor<f32, shape![Q, D]>) {
    let _ = einsum!(i d, j d -> i j; q, k);
}

#[test]
fn compiles_and_runs() {
    scores(&tensor![[1.0]], &tensor![[2.0]]);
}
