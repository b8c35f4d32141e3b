use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 5]> = Tensor::zeros();
    let _ = part!(x[0, 1..3]);
}
