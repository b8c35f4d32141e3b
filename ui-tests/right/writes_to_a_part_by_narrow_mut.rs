use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut cache: Tensor<f32, shape![8, 10]> = Tensor::zeros();
    let columns: Tensor<f32, shape![8, 2]> = Tensor::ones();
    cache.view_mut().part().narrow(Axis::<1>, 3, Dim::<2>).copy_from(&columns);
    part!(mut cache; .., 3..5).copy_from(&columns);
    assert_eq!(cache.sum_all(), 16.0);
}
