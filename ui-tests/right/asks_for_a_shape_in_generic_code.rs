use shaped::prelude::*;

fn scores<B: Size, I: Size>(x: &Tensor<f32, shape![B, I]>, w: &Tensor<f32, shape![I, 10]>) {
    let _: Tensor<f32, shape![B, 10]> = x.matmul(w);
}

#[test]
fn compiles_and_runs() {
    scores(&tensor![[1.0]], &Tensor::ones());
}
