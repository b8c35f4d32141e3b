use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![8, 64, 14, 14]> = Tensor::zeros();
    assert_eq!(features.max_pool2d(Pool::new(Dim::<2>)).sizes(), [8, 64, 7, 7]);
}
