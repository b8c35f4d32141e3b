use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let lstm = Lstm::<dim!(40), dim!(64)>::default();
    let step: Tensor<f32, shape![1, 40]> = Tensor::zeros();
    let (y, _) = lstm.forward_with_state(&step);
    assert_eq!(y.sizes(), [1, 64]);
}
