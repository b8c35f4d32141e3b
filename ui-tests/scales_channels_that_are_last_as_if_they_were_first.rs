use shaped::prelude::*;

fn main() {
    let images: Tensor<f32, shape![8, 32, 32, 3]> = Tensor::ones();
    let scale: Tensor<f32, shape![3, 1, 1]> = Tensor::ones();
    let _ = &images * &scale;
}
