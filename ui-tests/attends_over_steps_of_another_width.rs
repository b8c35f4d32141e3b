use shaped::{nn::*, prelude::*};

fn main() {
    let attention = MultiHeadAttention::<dim!(64), dim!(8)>::default();
    let x: Tensor<f32, shape![8, 5, 60]> = Tensor::zeros();
    attention.forward(&x);
}
