use shaped::prelude::*;

fn main() {
    let bias: Tensor<f32, shape![32]> = Tensor::ones();
    bias.broadcast_to::<shape![4, 32, 14, 14]>();
}
