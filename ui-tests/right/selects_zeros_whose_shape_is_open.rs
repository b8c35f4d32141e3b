use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let y = x.greater(0.5).select(&x, 0.0);
    assert_eq!(y.sum_all(), 6.0);
}
