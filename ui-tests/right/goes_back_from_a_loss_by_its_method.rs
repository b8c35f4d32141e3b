use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let mut tape = Tape::new(&model);
    let (_loss, gradient) = tape.value_and_grad(&model, |tape| model.forward(&tape.input(&x)).square().mean_all());
    assert_eq!(gradient.weight.sizes(), [1, 4]);
}
