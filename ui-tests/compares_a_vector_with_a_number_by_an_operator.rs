use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4]> = Tensor::arange();
    let _ = x > 0.5;
}
