use shaped::prelude::*;

fn main() {
    let a: Tensor<i32, shape![8, 5]> = Tensor::zeros();
    let b: Tensor<i32, shape![8, 6]> = Tensor::zeros();
    let _ = a.maximum(&b);
}
