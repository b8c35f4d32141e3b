use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let queries: Tensor<f32, shape![4, 8, 16]> = Tensor::zeros();
    let keys: Tensor<f32, shape![1, 16, 8]> = Tensor::zeros();
    assert_eq!(queries.matmul(&keys).sizes(), [4, 8, 8]);
}
