use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let net = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![3, 4]> = Tensor::ones();
    let mut tape = Tape::new(&net);
    let (loss, _) = tape.value_and_grad(&net, |tape| net.forward(&tape.input(&x)).square().mean_all());
    assert_eq!(loss, 0.0);
}
