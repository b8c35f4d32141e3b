use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let tokens: Tensor<f32, shape![16, 4096]> = Tensor::zeros();
    let positions: Tensor<f32, shape![4096]> = Tensor::zeros();
    assert_eq!((&tokens + &positions).sizes(), [16, 4096]);
}
