use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let column: Tensor<f32, shape![4, 1]> = Tensor::ones();
    let block: Tensor<f32, shape![8, 4, 3]> = Tensor::ones();
    let sum = &column + &block;
    assert_eq!(sum.sizes(), [8, 4, 3]);
}
