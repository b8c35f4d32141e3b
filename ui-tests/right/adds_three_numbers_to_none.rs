use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let none: Tensor<f32, shape![0]> = Tensor::ones();
    let three: Tensor<f32, shape![1]> = Tensor::ones();
    let sum = &none + &three;
    assert_eq!(sum.sizes(), [0]);
}
