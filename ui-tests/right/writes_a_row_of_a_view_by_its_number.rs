use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    x.view_mut()[[2, 0]] = 1.0;
    assert_eq!(x.sum_all(), 1.0);
}
