use shaped::prelude::*;

fn main() {
    let mut x: Tensor<i32, shape![4, 3]> = Tensor::ones();
    x *= 0.5;
}
