use shaped::{grad::Tape, nn::*, prelude::*};

fn main() {
    let model = Linear::<dim!(4), dim!(3)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let classes: Tensor<usize, shape![64]> = Tensor::zeros();
    Tape::new(&model).value_and_grad(&model, |tape| {
        model.forward(&tape.input(&x)).cross_entropy(&tape.input(&classes))
    });
}
