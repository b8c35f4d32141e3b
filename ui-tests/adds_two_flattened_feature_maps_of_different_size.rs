use shaped::prelude::*;

fn main() {
    let small: Tensor<f32, shape![64, 512, 7, 7]> = Tensor::ones();
    let large: Tensor<f32, shape![64, 512, 8, 8]> = Tensor::ones();
    let _ = small.flatten() + large.flatten();
}
