use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let edges: Tensor<f32, shape![3, 9]> = Tensor::arange();
    let values: Tensor<f32, shape![3, 4]> = Tensor::zeros();
    assert_eq!(edges.searchsorted_rows(&values).sizes(), [3, 4]);
}
