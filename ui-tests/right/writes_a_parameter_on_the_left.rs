use shaped::{grad::Tape, nn::Param, prelude::*};

#[test]
fn compiles_and_runs() {
    let scale = Param::<shape![4]>::ones();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    Tape::new(&scale).value_and_grad(&scale, |tape| (tape.input(&x) * &scale).mean_all());
}
