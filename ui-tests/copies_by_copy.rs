use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let y = x.copy();
}
