use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![32, 64]> = Tensor::ones();
    let scale: Tensor<f32, shape![64]> = Tensor::ones();
    let shift: Tensor<f32, shape![32, 1]> = Tensor::ones();
    let _ = ((&x * &scale).exp() + &shift).sqrt().mean(Axis::<-1>);
}
