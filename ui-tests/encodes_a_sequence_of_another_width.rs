use shaped::{nn::*, prelude::*};

fn main() {
    let layer = TransformerEncoderLayer::<dim!(64), dim!(8), dim!(256)>::default();
    let tokens: Tensor<f32, shape![2, 10, 128]> = Tensor::zeros();
    layer.forward_causal(&tokens);
}
