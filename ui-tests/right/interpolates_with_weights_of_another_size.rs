use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let a: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let b: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let weights: Tensor<f32, shape![4]> = Tensor::zeros();
    let _ = a.lerp(&b, &weights.unsqueeze(Axis::<-1>));
}
