use shaped::prelude::*;

fn main() {
    let a: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let b: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let weights: Tensor<f32, shape![4]> = Tensor::zeros();
    let _ = a.lerp(&b, &weights);
}
