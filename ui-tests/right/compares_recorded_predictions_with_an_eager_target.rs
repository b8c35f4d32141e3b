use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let y: Tensor<f32, shape![64, 1]> = Tensor::zeros();
    Tape::new(&model).value_and_grad(&model, |tape| model.forward(&tape.input(&x)).mse_loss(&tape.input(&y)));
}
