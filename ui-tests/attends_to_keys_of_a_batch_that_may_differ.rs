use shaped::prelude::*;

type Steps<B> = Tensor<f32, shape![B, 5, 64]>;

fn attend<B: Size, C: Size>(q: &Steps<B>, k: &Steps<C>) -> Steps<B> {
    q.attention(k, k)
}

fn main() {
    let q = Tensor::<f32, shape![2, 5, 64]>::ones();
    attend(&q, &q);
}
