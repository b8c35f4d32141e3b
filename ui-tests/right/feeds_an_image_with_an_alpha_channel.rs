use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let conv = Conv2d::<dim!(3), dim!(16), dim!(3)>::default();
    let rgba: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let _features = conv.forward(&rgba);
}
