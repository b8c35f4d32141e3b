use shaped::{grad::Tape, nn::Param, prelude::*};

#[test]
fn compiles_and_runs() {
    let bias = Param::<shape![8]>::zeros();
    let x: Tensor<f32, shape![64, 8]> = Tensor::ones();
    Tape::new(&bias).value_and_grad(&bias, |tape| (tape.input(&x) + &bias).mean_all());
}
