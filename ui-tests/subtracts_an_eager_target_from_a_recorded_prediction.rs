use shaped::{grad::Tape, nn::*, prelude::*};

fn main() {
    let model = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let y: Tensor<f32, shape![64, 1]> = Tensor::zeros();
    let mut tape = Tape::new(&model);
    tape.value_and_grad(&model, |tape| {
        let error = model.forward(&tape.input(&x)) - &y;
        error.square().mean_all()
    });
}
