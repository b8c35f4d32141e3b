use std::ops::DivAssign;

use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut rows: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let norms: Tensor<f32, shape![4]> = Tensor::full(2.0);
    rows.view_mut().div_assign(norms.unsqueeze(Axis::<-1>));
    assert_eq!(rows, Tensor::full(0.5));
}
