use shaped::{grad::Tape, nn::*, prelude::*};

fn main() {
    let small = Linear::<dim!(4), dim!(2)>::default();
    let large = Linear::<dim!(4), dim!(8)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let mut tape = Tape::new(&small);
    tape.value_and_grad(&large, |tape| large.forward(&tape.input(&x)).mean_all());
    let _ = small;
}
