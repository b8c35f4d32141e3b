use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let attention = MultiHeadAttention::<dim!(64), dim!(8)>::default();
    let x: Tensor<f32, shape![8, 5, 64]> = Tensor::zeros();
    assert_eq!(attention.forward(&x).sizes(), [8, 5, 64]);
}
