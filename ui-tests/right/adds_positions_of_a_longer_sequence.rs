use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let tokens: Tensor<f32, shape![8, 128, 64]> = Tensor::ones();
    let positions: Tensor<f32, shape![256, 64]> = Tensor::zeros();
    let _ = &tokens + positions.narrow(Axis::<0>, 0, Dim::<128>);
}
