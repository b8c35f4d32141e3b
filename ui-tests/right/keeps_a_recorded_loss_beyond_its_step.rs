use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let mut losses = Vec::new();
    let mut tape = Tape::new(&model);
    tape.value_and_grad(&model, |tape| {
        let loss = model.forward(&tape.input(&x)).square().mean_all();
        losses.push(loss.value()[[]]);
        loss
    });
}
