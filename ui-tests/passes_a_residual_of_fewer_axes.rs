use shaped::prelude::*;

fn residual<L: Shape>(x: &Tensor<f32, L>, change: &Tensor<f32, L>) -> Tensor<f32, L> {
    x + change
}

fn main() {
    let x: Tensor<f32, shape![16, 64]> = Tensor::zeros();
    let change: Tensor<f32, shape![64]> = Tensor::zeros();
    residual(&x, &change);
}
