use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![32, 1]> = Tensor::ones();
    let y: Tensor<f32, shape![1024]> = Tensor::ones();
    shaped::debug_shape!(x.lazy() + &y);
}
