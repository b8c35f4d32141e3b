// The expression would own the tensor.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![4]> = Tensor::zeros();
    let y: Tensor<f32, shape![4]> = Tensor::zeros();
    let _ = x.lazy() + y;
}
