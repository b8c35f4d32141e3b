use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let signal: Tensor<f32, shape![28, 28]> = Tensor::zeros();
    let _ = signal.pad(((One, One), (One, One)), 0.0);
}
