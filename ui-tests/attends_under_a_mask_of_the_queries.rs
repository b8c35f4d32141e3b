use shaped::prelude::*;

fn main() {
    let queries: Tensor<f32, shape![8, 5, 64]> = Tensor::ones();
    let keys: Tensor<f32, shape![8, 7, 64]> = Tensor::ones();
    let mask: Tensor<bool, shape![8, 1, 5]> = Tensor::full(true); // padding of the keys
    let y = queries.attention_masked(&keys, &keys, &mask);
}
