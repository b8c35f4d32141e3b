use shaped::{grad::Tape, nn::*, optim::Sgd, prelude::*};

fn main() {
    let mut encoder = Linear::<dim!(64), dim!(8)>::default();
    let decoder = Linear::<dim!(8), dim!(64)>::default();
    let mut sgd = Sgd::new(&encoder, 1e-3);
    let mut tape = Tape::new(&decoder);
    let x: Tensor<f32, shape![32, 8]> = Tensor::ones();
    let (_, gradient) = tape.value_and_grad(&decoder, |tape| {
        decoder.forward(&tape.input(&x)).mean_all()
    });
    sgd.step(&mut encoder, gradient);
}
