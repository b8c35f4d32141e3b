use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let queries: Tensor<f32, shape![8, 5, 64]> = Tensor::ones();
    let mask: Tensor<i64, shape![5, 5]> = Tensor::ones(); // 1: may attend
    let y = queries.attention_masked(&queries, &queries, &mask.map(|x| x == 1));
    assert_eq!(y.sizes(), [8, 5, 64]);
}
