use shaped::prelude::*;

fn main() {
    let means: Tensor<f32, shape![64, 3]> = Tensor::zeros();
    let target: Tensor<f32, shape![64, 3]> = Tensor::ones();
    let variances: Tensor<f32, shape![64]> = Tensor::ones();
    let y = means.gaussian_nll_loss(&target, &variances, Default::default());
}
