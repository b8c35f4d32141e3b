use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let features: Tensor<f32, shape![8, 64, 14, 14]> = Tensor::zeros();
    assert_eq!(features.avg_pool2d(Pool::new(Dim::<3>).padding(One)).sizes(), [8, 64, 5, 5]);
}
