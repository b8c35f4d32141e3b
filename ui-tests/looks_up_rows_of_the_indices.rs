use shaped::prelude::*;

fn main() {
    let ids: Tensor<u32, shape![8, 5]> = Tensor::zeros();
    let table: Tensor<f32, shape![1000, 64]> = Tensor::ones();
    let y = ids.embedding(&table);
}
