use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let row: Tensor<f32, shape![1, 3]> = Tensor::zeros();
    let mut rows: Tensor<f32, shape![4, 3]> = Tensor::ones();
    rows += row;
}
