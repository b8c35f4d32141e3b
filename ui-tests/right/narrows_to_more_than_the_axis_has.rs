use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let cache: Tensor<f32, shape![2, 512]> = Tensor::zeros();
    let _ = cache.narrow(Axis::<1>, 0, Dim::<17>);
}
