use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let q: Tensor<f32, shape![2, 8, 10, 64]> = Tensor::ones();
    let mixed = q.attention(&q, &q);
    assert!(mixed.all_close(&q, 1e-5, 1e-5));
}
