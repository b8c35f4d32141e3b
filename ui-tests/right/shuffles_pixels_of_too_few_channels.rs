use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![12, 4, 4]> = Tensor::zeros();
    assert_eq!(features.pixel_shuffle(Dim::<2>).sizes(), [3, 8, 8]);
}
