use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut cache: Tensor<f32, shape![8, 512, 64]> = Tensor::zeros();
    let key: Tensor<f32, shape![8, 1, 64]> = Tensor::ones();
    cache.view_mut().part().narrow(Axis::<1>, 2, One).copy_from(&key);
    assert_eq!(cache.sum_all(), 512.0);
}
