use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x: Tensor<f32, shape![8, 3]> = Tensor::zeros();
    x.as_mut_slice().fill(2.0);
    assert_eq!(x.sum_all(), 48.0);
}
