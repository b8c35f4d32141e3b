use shaped::prelude::*;

fn scores<B: Size, T: Size>(
    queries: &Tensor<f32, shape![B, T, 64]>,
    keys: &Tensor<f32, shape![B, 64, T]>,
) -> Tensor<f32, shape![B, T, T]> {
    queries.matmul(keys)
}

#[test]
fn compiles_and_runs() {
    let scores = scores::<One, Dim<2>>(&Tensor::ones(), &Tensor::ones());
    assert_eq!(scores, tensor![[[64.0, 64.0], [64.0, 64.0]]]);
}
