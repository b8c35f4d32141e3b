use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let block: Tensor<f32, shape![8, 4, 3]> = Tensor::ones();
    let column: Tensor<f32, shape![4, 1]> = Tensor::ones();
    let sum = &block + &column;
    assert_eq!(sum.sizes(), [8, 4, 3]);
}
