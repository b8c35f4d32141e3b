use shaped::prelude::*;

fn attended<B: Size, T: Size, S: Size, D: Size>(
    q: &Tensor<f32, shape![B, T, D]>,
    k: &Tensor<f32, shape![B, S, D]>,
    v: &Tensor<f32, shape![B, S, D]>,
) -> Tensor<f32, shape![B, T, D]> {
    q.attention(k, v)
}

#[test]
fn compiles_and_runs() {
    let (q, k) = (Tensor::<f32, shape![1, 2, 4]>::ones(), Tensor::<f32, shape![1, 3, 4]>::ones());
    assert_eq!(attended(&q, &k, &k), Tensor::ones());
}
