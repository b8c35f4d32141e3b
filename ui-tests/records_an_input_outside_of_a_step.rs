use shaped::{grad::Tape, nn::*, prelude::*};

fn main() {
    let net = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![3, 4]> = Tensor::ones();
    let tape = Tape::new(&net);
    let loss = net.forward(&tape.input(&x)).square().mean_all();
    let _ = loss.backward();
}
