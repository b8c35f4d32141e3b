use shaped::{nn::*, prelude::*};

axis!(Batch);

fn main() {
    let attention = MultiHeadAttention::<dim!(64), dim!(8)>::default();
    let tokens = Tensor::<f32, shape![Batch, 10, 32]>::zeros_with(Batch(2));
    attention.forward(&tokens);
}
