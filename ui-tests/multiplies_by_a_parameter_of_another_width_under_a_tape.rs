use shaped::{grad::Tape, nn::Param, prelude::*};

fn main() {
    let weight = Param::<shape![16, 4]>::zeros();
    let x: Tensor<f32, shape![64, 8]> = Tensor::ones();
    Tape::new(&weight).value_and_grad(&weight, |tape| tape.input(&x).matmul(&weight).mean_all());
}
