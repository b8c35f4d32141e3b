use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let signal: Tensor<f32, shape![2, 10]> = Tensor::zeros();
    let _ = signal.windows(Axis::<1>, Dim::<3>);
}
