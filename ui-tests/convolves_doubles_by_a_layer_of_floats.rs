use shaped::{nn::*, prelude::*};

fn main() {
    let layer = Conv2d::<dim!(3), dim!(16), dim!(3)>::default();
    let x: Tensor<f64, shape![2, 3, 32, 32]> = Tensor::ones();
    layer.forward(&x);
}
