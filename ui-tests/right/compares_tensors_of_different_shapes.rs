use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let a: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let b: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    assert!(a == b);
}
