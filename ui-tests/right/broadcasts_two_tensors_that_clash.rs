use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let a: Tensor<f32, shape![5, 2]> = Tensor::ones();
    let b: Tensor<f32, shape![5, 1]> = Tensor::zeros();
    a.broadcast_with(&b);
}
