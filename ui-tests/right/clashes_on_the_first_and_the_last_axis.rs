use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let a: Tensor<f32, shape![2, 7, 3]> = Tensor::zeros();
    let b: Tensor<f32, shape![2, 7, 3]> = Tensor::ones();
    assert_eq!(&a - &b, Tensor::full(-1.0));
}
