use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let block = Residual(Linear::<dim!(64), dim!(64)>::default());
    let x: Tensor<f32, shape![8, 64]> = Tensor::zeros();
    let _y = block.forward(&x);
}
