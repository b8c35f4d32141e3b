use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 4]> = Tensor::zeros();
    let y: Tensor<f64, shape![4, 5]> = Tensor::zeros();
    let x = x.map(f64::from);
    assert_eq!(einsum!(i k, k j -> i j; &x, &y).sizes(), [3, 5]);
}
