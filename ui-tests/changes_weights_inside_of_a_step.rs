use shaped::{grad::Tape, nn::*, prelude::*};

fn main() {
    let mut model = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let mut tape = Tape::new(&model);
    tape.value_and_grad(&model, |tape| {
        model.weight.value_mut().map_in_place(|w| *w *= 0.9);
        model.forward(&tape.input(&x)).square().mean_all()
    });
}
