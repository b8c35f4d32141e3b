use shaped::prelude::*;

fn main() {
    let query: Tensor<f32, shape![64]> = Tensor::ones();
    let keys: Tensor<f32, shape![7, 64]> = Tensor::ones();
    let y = query.attention(&keys, &keys);
}
