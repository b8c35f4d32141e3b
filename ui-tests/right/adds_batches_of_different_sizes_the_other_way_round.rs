use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let others: Tensor<f32, shape![1, 32, 14, 14]> = Tensor::ones();
    let features: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::ones();
    let sum = &others + &features;
    assert_eq!(sum.sizes(), [4, 32, 14, 14]);
}
