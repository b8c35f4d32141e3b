use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![8]> = Tensor::arange();
    let _ = x[1..3];
}
