use shaped::prelude::*;

fn square<M: Size, K: Size>(a: &Tensor<f32, shape![M, K]>, b: &Tensor<f32, shape![K, M]>) {
    let _ = a.matmul(b);
}

#[test]
fn compiles_and_runs() {
    square(&tensor![[1.0]], &tensor![[2.0]]);
}
