use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut cache: Tensor<f32, shape![2, 8]> = Tensor::zeros();
    let key: Tensor<f32, shape![2, 1]> = Tensor::ones();
    cache.view_mut().part().narrow(Axis::<1>, 5, One).copy_from(&key);
    assert_eq!(cache.sum_all(), 2.0);
}
