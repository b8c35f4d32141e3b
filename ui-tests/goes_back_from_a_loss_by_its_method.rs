use shaped::{grad::Tape, nn::*, prelude::*};

fn main() {
    let model = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    Tape::new(&model).value_and_grad(&model, |tape| {
        let loss = model.forward(&tape.input(&x)).square().mean_all();
        loss.backward();
        loss
    });
}
