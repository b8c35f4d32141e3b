use shaped::prelude::*;

fn residual<L: Shape>(x: &Tensor<f32, L>, change: &Tensor<f32, L>) -> Tensor<f32, L> {
    x + change
}

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 16, 768]> = Tensor::zeros();
    let change: Tensor<f32, shape![2, 16, 768]> = Tensor::zeros();
    residual(&x, &change);
}
