use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let queries: Tensor<f32, shape![8, 5, 64]> = Tensor::ones();
    let keys: Tensor<f32, shape![8, 7, 64]> = Tensor::ones();
    let values: Tensor<f32, shape![8, 7, 64]> = Tensor::ones();
    let y = queries.attention_causal(&keys, &values);
    assert_eq!(y.sizes(), [8, 5, 64]);
}
