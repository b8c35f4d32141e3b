use shaped::prelude::*;

fn main() {
    let words: Tensor<f32, shape![8, 20]> = Tensor::ones();
    let pictures: Tensor<f32, shape![8, 30]> = Tensor::ones();
    let weight: Tensor<f32, shape![5, 20, 20]> = Tensor::ones();
    let bias: Tensor<f32, shape![5]> = Tensor::ones();
    let y = words.bilinear(&pictures, &weight, &bias);
}
