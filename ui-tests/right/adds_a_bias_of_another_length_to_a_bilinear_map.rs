use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let words: Tensor<f32, shape![8, 20]> = Tensor::ones();
    let weight: Tensor<f32, shape![5, 20, 20]> = Tensor::ones();
    let bias: Tensor<f32, shape![5]> = Tensor::ones();
    let y = words.bilinear(&words, &weight, &bias);
    assert_eq!(y[[7, 4]], 401.0);
}
