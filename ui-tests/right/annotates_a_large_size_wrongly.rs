use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let tokens: Tensor<f32, shape![1, 4096]> = Tensor::ones();
    let scale: Tensor<f32, shape![4096]> = Tensor::ones();
    let _scaled: Tensor<f32, shape![1, 4096]> = &tokens * &scale;
}
