use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::ones();
    assert_eq!(x.sum_all(), 12.0);
}
