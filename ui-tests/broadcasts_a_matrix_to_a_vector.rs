// Broadcasting never takes an axis away.
use shaped::prelude::*;

fn main() {
    let matrix: Tensor<f32, shape![4, 3]> = Tensor::ones();
    matrix.broadcast_to::<shape![3]>();
}
