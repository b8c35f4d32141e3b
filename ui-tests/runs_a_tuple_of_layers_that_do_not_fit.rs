use shaped::{nn::*, prelude::*};

type Mlp = (Linear<dim!(64), dim!(128)>, Relu, Linear<dim!(120), dim!(10)>);

fn main() {
    let model = Mlp::default();
    let x: Tensor<f32, shape![32, 64]> = Tensor::zeros();
    let _logits = model.forward(&x);
}
