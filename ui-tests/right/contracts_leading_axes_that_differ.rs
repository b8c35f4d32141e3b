use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 8, 16]> = Tensor::zeros();
    let y: Tensor<f32, shape![4, 8, 16]> = Tensor::zeros();
    assert_eq!(einsum!(.. d, .. d -> ..; &x, &y).sizes(), [4, 8]);
}
