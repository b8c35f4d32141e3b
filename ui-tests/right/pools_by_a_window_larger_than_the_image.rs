use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![8, 512, 7, 2]> = Tensor::zeros();
    assert_eq!(features.max_pool2d(Pool::new((Dim::<3>, Dim::<2>))).sizes(), [8, 512, 2, 1]);
}
