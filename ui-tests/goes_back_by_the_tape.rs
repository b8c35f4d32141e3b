use shaped::{grad::Tape, nn::*, prelude::*};

fn main() {
    let net = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![3, 4]> = Tensor::ones();
    let mut tape = Tape::new(&net);
    let loss = net.forward(&x).square().mean_all();
    let _gradient = tape.backward(loss);
}
