use shaped::prelude::*;

fn residual<L: Shape>(x: &Tensor<f32, L>, change: &Tensor<f32, L>) -> Tensor<f32, L> {
    x + change
}

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![16, 64]> = Tensor::zeros();
    let change: Tensor<f32, shape![64]> = Tensor::zeros();
    residual(&x, &change.expand_as(&x).to_tensor());
}
