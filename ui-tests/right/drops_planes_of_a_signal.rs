use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let signals: Tensor<f32, shape![8, 100]> = Tensor::ones();
    let y = Dropout1d(0.1).forward(&signals);
    assert_eq!(y, signals);
}
