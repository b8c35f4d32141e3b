use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let _ = x.matmul(&x.t());
}
