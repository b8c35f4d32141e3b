use shaped::prelude::*;

type Steps<B> = Tensor<f32, shape![B, 5, 64]>;

fn attend<B: Size>(q: &Steps<B>, k: &Steps<B>) -> Steps<B> {
    q.attention(k, k)
}

#[test]
fn compiles_and_runs() {
    let q = Tensor::<f32, shape![2, 5, 64]>::ones();
    assert_eq!(attend(&q, &q).sizes(), [2, 5, 64]);
}
