use shaped::{grad::Tape, nn::*, prelude::*};

fn unit(x: &Tensor<f32, shape![8, 4]>) -> Tensor<f32, shape![8, 4]> {
    x / x.norm_keepdim(Axis::<-1>)
}

fn main() {
    let model = Linear::<dim!(4), dim!(4)>::default();
    let x: Tensor<f32, shape![8, 4]> = Tensor::ones();
    let mut tape = Tape::new(&model);
    tape.value_and_grad(&model, |tape| unit(&model.forward(&tape.input(&x))).sum_all());
}
