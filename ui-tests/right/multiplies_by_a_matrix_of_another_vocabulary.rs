use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let tokens: Tensor<f32, shape![2, 1024]> = Tensor::zeros();
    let vocabulary: Tensor<f32, shape![1024, 5]> = Tensor::zeros();
    assert_eq!(tokens.matmul(&vocabulary).sizes(), [2, 5]);
}
