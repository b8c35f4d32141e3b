use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = (Linear::<dim!(8), dim!(8)>::default(), Dropout(0.1));
    let mut tape = Tape::new(&model);
    tape.train(0);
    let x: Tensor<f32, shape![4, 8]> = Tensor::ones();
    let (loss, _) = tape.value_and_grad(&model, |tape| model.forward(&tape.input(&x)).sum_all());
    assert!(loss.is_finite());
}
