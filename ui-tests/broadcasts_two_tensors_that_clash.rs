use shaped::prelude::*;

fn main() {
    let a: Tensor<f32, shape![5, 2]> = Tensor::ones();
    let b: Tensor<f32, shape![5]> = Tensor::zeros();
    a.broadcast_with(&b);
}
