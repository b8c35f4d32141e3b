use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let mut y = x.to_tensor();
    y.as_mut_slice().fill(2.0);
    assert_eq!((x.sum_all(), y.sum_all()), (6.0, 12.0));
}
