use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 3]> = Tensor::zeros();
    assert_eq!(einsum!(i i -> i; &x).sizes(), [3]);
}
