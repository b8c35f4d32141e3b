use shaped::{nn::*, prelude::*};

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let attention = MultiHeadAttention::<dim!(64), dim!(8)>::default();
    let tokens = Tensor::<f32, shape![Batch, 10, 64]>::zeros_with(Batch(2));
    assert_eq!(attention.forward(&tokens).sizes(), [2, 10, 64]);
}
