use shaped::{grad::Tape, nn::Param, prelude::*};

fn main() {
    let scale = Param::<shape![4]>::ones();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    Tape::new(&scale).value_and_grad(&scale, |tape| (&scale * tape.input(&x)).mean_all());
}
