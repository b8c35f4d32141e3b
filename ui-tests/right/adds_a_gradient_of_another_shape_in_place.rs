use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut weights: Tensor<f32, shape![784, 10]> = Tensor::zeros();
    let gradient: Tensor<f32, shape![784, 10]> = Tensor::ones();
    weights -= &gradient;
}
