use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let words: Tensor<f32, shape![8, 20]> = Tensor::ones();
    let pictures: Tensor<f32, shape![8, 30]> = Tensor::ones();
    let weight: Tensor<f32, shape![5, 20, 30]> = Tensor::ones();
    let bias: Tensor<f32, shape![5]> = Tensor::ones();
    let y = words.bilinear(&pictures, &weight, &bias);
    assert_eq!(y[[7, 4]], 601.0);
}
