use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let weight: Tensor<f32, shape![16, 3, 3, 3]> = Tensor::zeros();
    x.conv2d(&weight);
}
