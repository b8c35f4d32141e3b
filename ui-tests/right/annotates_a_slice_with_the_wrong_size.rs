use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let signal: Tensor<f32, shape![9]> = Tensor::zeros();
    let _: View<f32, shape![4], _> = signal.slice(Axis::<0>, 0, Dim::<4>, Dim::<2>);
}
