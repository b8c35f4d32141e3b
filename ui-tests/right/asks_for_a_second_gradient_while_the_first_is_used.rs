use shaped::{grad::Tape, nn::*, optim::Sgd, prelude::*};

#[test]
fn compiles_and_runs() {
    let mut model = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let (mut tape, mut sgd) = (Tape::new(&model), Sgd::new(&model, 0.1));
    let (_, _) = tape.value_and_grad(&model, |tape| model.forward(&tape.input(&x)).mean_all());
    let (_, second) = tape.accumulate(&model, |tape| model.forward(&tape.input(&x)).sum_all());
    sgd.step(&mut model, second);
}
