// Both arguments have one shape, `L`.
use shaped::prelude::*;

fn residual<L: Shape>(x: &Tensor<f32, L>, change: &Tensor<f32, L>) -> Tensor<f32, L> {
    x + change
}

fn main() {
    let x: Tensor<f32, shape![2, 16, 768]> = Tensor::zeros();
    let change: Tensor<f32, shape![2, 16, 3072]> = Tensor::zeros();
    residual(&x, &change);
}
