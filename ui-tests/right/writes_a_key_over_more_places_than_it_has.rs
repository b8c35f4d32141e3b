use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut cache: Tensor<f32, shape![8, 512, 64]> = Tensor::zeros();
    let keys: Tensor<f32, shape![8, 3, 64]> = Tensor::ones();
    cache.view_mut().part().narrow(Axis::<1>, 2, Dim::<3>).copy_from(&keys);
    assert_eq!(cache.sum_all(), 3.0 * 512.0);
}
