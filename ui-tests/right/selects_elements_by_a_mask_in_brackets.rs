use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let mask = x.greater(0.0);
    assert!(x.masked_select(&mask).is_empty());
}
