use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![16, 4, 4]> = Tensor::zeros();
    assert_eq!(features.pad_reflect(((Dim::<3>, Dim::<3>), (Dim::<3>, Dim::<3>))).sizes(), [16, 10, 10]);
}
