use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 784]> = Tensor::ones();
    let weight: Tensor<f32, shape![784]> = Tensor::ones();
    let y = x.linear_no_bias(&weight.unsqueeze(Axis::<0>));
    assert_eq!(y.sizes(), [64, 1]);
}
