use shaped::prelude::*;

axis!(Batch);

fn main() {
    let row: Tensor<f32, shape![3]> = Tensor::ones();
    row.broadcast_to::<shape![Batch, 3]>();
}
