use shaped::prelude::*;

fn main() {
    let queries: Tensor<f32, shape![8, 12, 5, 64]> = Tensor::ones();
    let cache: Tensor<f32, shape![8, 1, 7, 64]> = Tensor::ones(); // one head for all queries
    let y = queries.attention(&cache, &cache);
}
