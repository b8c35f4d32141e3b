use shaped::nn::*;
use shaped::prelude::*;

fn normed<B: Size, N: Size>(norm: &LayerNorm<dim!(64)>, x: &Tensor<f32, shape![B, N, 64]>) {
    let _ = norm.forward(x);
}

#[test]
fn compiles_and_runs() {
    normed(&LayerNorm::default(), &Tensor::<f32, shape![2, 5, 64]>::ones());
}
