use shaped::prelude::*;

fn main() {
    let table: Tensor<f32, shape![12, 100, 64]> = Tensor::ones();
    let y = table.embedding(&tensor![3u8, 0]);
}
