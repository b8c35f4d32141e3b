use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let bias: Tensor<f32, shape![10]> = Tensor::ones();
    let shift = |x: &Tensor<f32, shape![64, 10]>| x + &bias;
    shift(&Tensor::zeros());
}
