use shaped::prelude::*;

fn scores<B: Size, I: Size>(x: &Tensor<f32, shape![B, I]>, w: &Tensor<f32, shape![I, 10]>) {
    shaped::debug_shape!(x.matmul(w));
}

fn main() {
    scores(&tensor![[1.0]], &Tensor::ones());
}
