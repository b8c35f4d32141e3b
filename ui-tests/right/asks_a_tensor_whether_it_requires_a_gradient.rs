use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let gradient = shaped::grad::grad(&x, |tape| tape.input(&x).square().sum_all());
    assert_eq!(gradient, &x * 2.0);
}
