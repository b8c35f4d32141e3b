use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let mask: Tensor<u8, shape![3]> = tensor![1, 0, 1];
    let _ = x.masked_select(&mask);
}
