use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::arange();
    assert_eq!(x[[3, 2]], 11.0);
}
