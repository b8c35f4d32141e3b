use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![32, 784]> = Tensor::zeros();
    let weights: Tensor<f32, shape![10, 784]> = Tensor::zeros();
    let y = einsum!(batch pixel, class pixel -> batch class; &x, &weights);
    assert_eq!(y.sizes(), [32, 10]);
}
