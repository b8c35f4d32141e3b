use shaped::prelude::*;

fn main() {
    let queries: Tensor<f32, shape![8, 5, 64]> = Tensor::ones();
    let mask: Tensor<i64, shape![5, 5]> = Tensor::ones(); // 1: may attend
    let y = queries.attention_masked(&queries, &queries, &mask);
}
