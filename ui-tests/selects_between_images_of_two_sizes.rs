use shaped::prelude::*;

fn main() {
    let dark: Tensor<bool, shape![28, 28]> = Tensor::full(false);
    let a: Tensor<f32, shape![16, 1, 28, 28]> = Tensor::zeros();
    let b: Tensor<f32, shape![12, 1, 28, 28]> = Tensor::zeros();
    let _ = dark.select(&a, &b);
}
