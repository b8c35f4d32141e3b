use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let tokens: Tensor<f32, shape![8, 5, 512]> = Tensor::ones();
    let weight: Tensor<f32, shape![10, 512]> = Tensor::ones();
    let y = tokens.linear_no_bias(&weight);
    assert_eq!(y.sizes(), [8, 5, 10]);
}
