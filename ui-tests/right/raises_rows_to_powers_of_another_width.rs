use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f64, shape![2, 3]> = Tensor::zeros();
    let exponents: Tensor<f64, shape![3]> = Tensor::zeros();
    let _ = x.pow(&exponents);
}
