use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let column: Tensor<f32, shape![4, 1]> = Tensor::ones();
    let row: Tensor<f32, shape![3]> = Tensor::ones();
    let _sum: Tensor<f32, shape![4, 3]> = &column + &row;
}
