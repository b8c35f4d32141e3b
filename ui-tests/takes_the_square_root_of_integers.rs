use shaped::prelude::*;

fn main() {
    let counts: Tensor<i32, shape![4]> = Tensor::zeros();
    let _ = counts.sqrt();
}
