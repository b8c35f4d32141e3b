use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let y: Tensor<f32, shape![]> = x.flatten().quantile(Axis::<0>, 0.5);
    assert_eq!(y[[]], 0.0);
}
