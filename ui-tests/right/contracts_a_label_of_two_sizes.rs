use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let q: Tensor<f32, shape![2, 8, 10, 64]> = Tensor::zeros();
    let k: Tensor<f32, shape![2, 8, 12, 64]> = Tensor::zeros();
    assert_eq!(einsum!(b h q d, b h k d -> b h q k; &q, &k).sizes(), [2, 8, 10, 12]);
}
