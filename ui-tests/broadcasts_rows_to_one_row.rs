// Broadcasting never makes an axis smaller.
use shaped::prelude::*;

fn main() {
    let rows: Tensor<f32, shape![4, 3]> = Tensor::ones();
    rows.broadcast_to::<shape![1, 3]>();
}
