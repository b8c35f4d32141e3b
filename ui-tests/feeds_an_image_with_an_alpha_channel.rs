use shaped::{nn::*, prelude::*};

fn main() {
    let conv = Conv2d::<dim!(3), dim!(16), dim!(3)>::default();
    let rgba: Tensor<f32, shape![8, 4, 32, 32]> = Tensor::zeros();
    let _features = conv.forward(&rgba);
}
