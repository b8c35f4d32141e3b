use shaped::prelude::*;

fn main() {
    let tokens: Tensor<f32, shape![2, 768]> = Tensor::zeros();
    let vocabulary: Tensor<f32, shape![1024, 5]> = Tensor::zeros();
    let _ = tokens.matmul(&vocabulary);
}
