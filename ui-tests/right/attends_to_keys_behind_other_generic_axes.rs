use shaped::prelude::*;

type Steps<L> = Tensor<f32, ((L, dim!(5)), dim!(64))>;

fn attend<L: Shape>(q: &Steps<L>, k: &Steps<L>) -> Steps<L> {
    q.attention(k, k)
}

#[test]
fn compiles_and_runs() {
    let q = Tensor::<f32, shape![2, 5, 64]>::ones();
    assert_eq!(attend(&q, &q).sizes(), [2, 5, 64]);
}
