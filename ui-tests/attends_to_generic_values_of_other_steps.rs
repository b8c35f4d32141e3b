use shaped::prelude::*;

fn attended<B: Size, T: Size, S: Size, D: Size>(
    q: &Tensor<f32, shape![B, T, D]>,
    k: &Tensor<f32, shape![B, S, D]>,
    v: &Tensor<f32, shape![B, T, D]>,
) -> Tensor<f32, shape![B, T, D]> {
    q.attention(k, v)
}

fn main() {
    let (q, k) = (Tensor::<f32, shape![1, 2, 4]>::ones(), Tensor::<f32, shape![1, 3, 4]>::ones());
    attended(&q, &k, &q);
}
