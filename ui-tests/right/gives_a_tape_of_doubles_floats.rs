use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(3), dim!(2), f64>::default();
    let x = Tensor::<f64, shape![5, 3]>::ones();
    let mut tape = Tape::new(&model);
    tape.value_and_grad(&model, |tape| model.forward(&tape.input(&x)).square().mean_all());
}
