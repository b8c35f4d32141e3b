use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let (means, target): (Tensor<f32, shape![64, 3]>, Tensor<f32, shape![64, 3]>) = (Tensor::zeros(), Tensor::ones());
    let variances: Tensor<f32, shape![64]> = Tensor::ones();
    let y = means.gaussian_nll_loss(&target, &variances.unsqueeze(Axis::<-1>), Default::default());
    assert_eq!(y, 0.5);
}
