use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let q: Tensor<f32, shape![2, 8, 10, 64]> = Tensor::zeros();
    assert_eq!(einsum!(b h q d, b h q d -> b h q; &q, &q).sizes(), [2, 8, 10]);
}
