use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![1]> = Tensor::zeros();
    assert_eq!(x.squeeze(Axis::<-1>), Tensor::<f32, shape![]>::zeros().view());
}
