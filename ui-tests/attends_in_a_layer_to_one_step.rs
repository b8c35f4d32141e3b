use shaped::{nn::*, prelude::*};

fn main() {
    let attention = MultiHeadAttention::<dim!(64), dim!(8)>::default();
    attention.forward(&Tensor::<f32, shape![64]>::zeros());
}
