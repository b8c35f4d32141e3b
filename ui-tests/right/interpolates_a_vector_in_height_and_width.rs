use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let signal: Tensor<f32, shape![100]> = Tensor::zeros();
    assert_eq!(signal.interpolate1d(Resize::by(Dim::<2>).linear()).sizes(), [200]);
}
