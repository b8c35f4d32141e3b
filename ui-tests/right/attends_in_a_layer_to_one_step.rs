use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let attention = MultiHeadAttention::<dim!(64), dim!(8)>::default();
    let step = Tensor::<f32, shape![64]>::zeros();
    assert_eq!(attention.forward(&step.unsqueeze(Axis::<-2>)).sizes(), [1, 64]);
}
