use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let a: Tensor<i32, shape![8, 5]> = Tensor::zeros();
    let b: Tensor<i32, shape![8, 5]> = Tensor::zeros();
    let _ = a.maximum(&b);
}
