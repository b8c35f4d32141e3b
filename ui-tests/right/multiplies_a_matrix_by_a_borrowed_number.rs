use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let y = &x * 2.0;
    assert_eq!(y.sum_all(), 48.0);
}
