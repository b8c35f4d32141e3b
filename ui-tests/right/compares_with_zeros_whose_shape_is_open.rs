use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let mask = x.greater(0.0);
    assert_eq!(mask.count_nonzero_all(), 6);
}
