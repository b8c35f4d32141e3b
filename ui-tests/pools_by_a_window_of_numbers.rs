use shaped::prelude::*;

fn main() {
    let images: Tensor<f32, shape![8, 16, 32, 32]> = Tensor::zeros();
    let _ = images.max_pool2d(Pool::new((2, 2)));
}
