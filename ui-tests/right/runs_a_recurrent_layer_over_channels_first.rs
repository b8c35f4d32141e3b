use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let gru = Gru::<dim!(40), dim!(64), dim!(2), BothWays>::default();
    let mels: Tensor<f32, shape![8, 40, 100]> = Tensor::zeros();
    let y = gru.forward(&mels.transpose());
    assert_eq!(y.sizes(), [8, 100, 128]);
}
