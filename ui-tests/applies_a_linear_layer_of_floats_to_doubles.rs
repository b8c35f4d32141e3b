use shaped::{nn::*, prelude::*};

fn main() {
    let layer = Linear::<dim!(784), dim!(10)>::default();
    let x: Tensor<f64, shape![8, 784]> = Tensor::zeros();
    layer.forward(&x);
}
