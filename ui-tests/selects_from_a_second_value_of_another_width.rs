use shaped::prelude::*;

fn main() {
    let mask: Tensor<bool, shape![4, 3]> = Tensor::full(true);
    let a: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let b: Tensor<f32, shape![4, 2]> = Tensor::zeros();
    let _ = mask.select(&a, &b);
}
