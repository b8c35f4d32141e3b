use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(4), dim!(8)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let mut tape = Tape::new(&model);
    let (_, _hidden, _) = tape.value_and_grad_with(&model, |tape| {
        let hidden = model.forward(&tape.input(&x)).relu();
        (hidden.square().mean_all(), hidden.value().to_tensor())
    });
}
