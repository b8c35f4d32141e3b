use shaped::prelude::*;

fn main() {
    let x: Tensor<shape![2, 3], f32> = Tensor::zeros();
}
