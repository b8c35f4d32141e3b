use shaped::{grad::Tape, nn::*, optim::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let mut model = Linear::<dim!(3), dim!(4)>::default();
    let (mut tape, mut sgd) = (Tape::new(&model), Sgd::new(&model, 1e-3));
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let (_, gradient) = tape.value_and_grad(&model, |tape| model.forward(&tape.input(&x)).mean_all());
    clip_grad_norm(gradient, 1.0);
    sgd.step(&mut model, gradient);
}
