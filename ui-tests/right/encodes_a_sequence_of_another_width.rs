use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let layer = TransformerEncoderLayer::<dim!(64), dim!(8), dim!(256)>::default();
    let tokens: Tensor<f32, shape![2, 10, 64]> = Tensor::zeros();
    assert_eq!(layer.forward_causal(&tokens).sizes(), [2, 10, 64]);
}
