use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let numbers: Tensor<f32, shape![3]> = Tensor::ones();
    let rows: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let sum = &numbers + &rows;
    assert_eq!(sum.sizes(), [4, 3]);
}
