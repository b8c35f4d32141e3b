use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let signal: Tensor<f32, shape![3, 9]> = Tensor::zeros();
    let _ = signal.slice(Axis::<1>, 0, Dim::<5>, Dim::<2>);
}
