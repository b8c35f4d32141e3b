use shaped::prelude::*;

fn main() {
    let counts: Tensor<i32, shape![4]> = Tensor::ones();
    let _ = &counts * 0.5;
}
