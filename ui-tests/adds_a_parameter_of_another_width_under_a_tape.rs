use shaped::{grad::Tape, nn::Param, prelude::*};

fn main() {
    let bias = Param::<shape![16]>::zeros();
    let x: Tensor<f32, shape![64, 8]> = Tensor::ones();
    Tape::new(&bias).value_and_grad(&bias, |tape| (tape.input(&x) + &bias).mean_all());
}
