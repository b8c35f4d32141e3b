use shaped::{nn::*, prelude::*};

fn main() {
    let block = Residual(Linear::<dim!(64), dim!(32)>::default());
    let x: Tensor<f32, shape![8, 64]> = Tensor::zeros();
    let _y = block.forward(&x);
}
