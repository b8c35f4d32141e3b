use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let mean: Tensor<f32, shape![4, 1]> = x.mean_keepdim(Axis::<1>);
    assert_eq!(mean, Tensor::ones());
}
