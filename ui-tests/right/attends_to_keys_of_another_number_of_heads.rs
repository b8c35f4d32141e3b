use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let queries: Tensor<f32, shape![8, 12, 5, 64]> = Tensor::ones();
    let cache: Tensor<f32, shape![8, 1, 7, 64]> = Tensor::ones(); // one head for all queries
    let cache = cache.broadcast_to::<shape![8, 12, 7, 64]>();
    let y = queries.attention(&cache, &cache);
    assert_eq!(y.sizes(), [8, 12, 5, 64]);
}
