use shaped::prelude::*;

fn attend<B: Size, N: Size, M: Size, D: StaticSize>(
    q: &Tensor<f32, shape![B, N, D]>,
    k: &Tensor<f32, shape![B, M, D]>,
    v: &Tensor<f32, shape![B, M, D]>,
) -> Tensor<f32, shape![B, N, D]> {
    let scores = q.matmul(&k.transpose()) / (D::SIZE as f32).sqrt();
    scores.softmax(Axis::<-1>).matmul(v)
}

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 5, 8]>::ones();
    let _ = attend(&x, &x, &x);
}
