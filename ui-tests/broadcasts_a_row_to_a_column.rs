use shaped::prelude::*;

fn main() {
    let row: Tensor<f32, shape![1, 3]> = Tensor::ones();
    row.broadcast_to::<shape![4, 1]>();
}
