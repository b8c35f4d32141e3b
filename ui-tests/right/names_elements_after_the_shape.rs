use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::zeros();
    assert_eq!(x.sum_all(), 0.0);
}
