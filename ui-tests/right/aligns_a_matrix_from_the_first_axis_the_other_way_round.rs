use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let matrix: Tensor<f32, shape![2, 3, 1]> = Tensor::ones();
    let block: Tensor<f32, shape![2, 3, 4]> = Tensor::ones();
    let sum = &matrix + &block;
    assert_eq!(sum.sizes(), [2, 3, 4]);
}
