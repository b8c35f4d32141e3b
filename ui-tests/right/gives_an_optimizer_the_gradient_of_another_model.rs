use shaped::{grad::Tape, nn::*, optim::Sgd, prelude::*};

#[test]
fn compiles_and_runs() {
    let mut encoder = Linear::<dim!(64), dim!(8)>::default();
    let _decoder = Linear::<dim!(8), dim!(64)>::default();
    let mut sgd = Sgd::new(&encoder, 1e-3);
    let mut tape = Tape::new(&encoder);
    let x: Tensor<f32, shape![32, 64]> = Tensor::ones();
    let (_, gradient) = tape.value_and_grad(&encoder, |tape| encoder.forward(&tape.input(&x)).mean_all());
    sgd.step(&mut encoder, gradient);
}
