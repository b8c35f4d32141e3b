use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = <(Linear<dim!(784), dim!(64)>, Relu, Linear<dim!(64), dim!(10)>)>::default();
    let x: Tensor<f32, shape![32, 784]> = Tensor::ones();
    Tape::new(&model).value_and_grad(&model, |tape| model.forward(&tape.input(&x)).mean_all());
}
