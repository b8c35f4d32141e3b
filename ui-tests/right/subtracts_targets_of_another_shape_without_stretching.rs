use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let predicted: Tensor<f32, shape![3]> = Tensor::zeros();
    let target: Tensor<f32, shape![3, 1]> = Tensor::ones();
    assert_eq!(same_shape(&predicted) - target.squeeze(Axis::<1>), tensor![-1.0, -1.0, -1.0]);
}
