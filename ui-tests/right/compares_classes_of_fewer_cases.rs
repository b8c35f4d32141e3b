use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let truth: Tensor<u8, shape![32]> = Tensor::zeros();
    let said: Tensor<usize, shape![32, 1]> = Tensor::zeros();
    let _ = truth.confusion_matrix(&said.squeeze(Axis::<1>), Dim::<10>);
}
