use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![32, 32]> = Tensor::ones();
    let y = x.unsqueeze(Axis::<0>).im2col(Dim::<5>, Conv::new());
    assert_eq!(y.sizes(), [25, 28, 28]);
}
