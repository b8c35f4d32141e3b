use shaped::prelude::*;

fn main() {
    let q: Tensor<f32, shape![2, 8, 10, 64]> = Tensor::ones();
    let mixed = q.scaled_dot_product_attention(&q, &q);
}
