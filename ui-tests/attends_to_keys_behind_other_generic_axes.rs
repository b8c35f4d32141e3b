use shaped::prelude::*;

type Steps<L> = Tensor<f32, ((L, dim!(5)), dim!(64))>;

fn attend<L: Shape, M: Shape>(q: &Steps<L>, k: &Steps<M>) -> Steps<L> {
    q.attention(k, k)
}

fn main() {
    let q = Tensor::<f32, shape![2, 5, 64]>::ones();
    attend(&q, &q);
}
