use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores: Tensor<f32, shape![2, 4, 5, 5]> = Tensor::ones();
    let mask: Tensor<f32, shape![2, 5]> = Tensor::zeros();
    let _ = &scores + mask.unsqueeze(Axis::<1>).unsqueeze(Axis::<1>);
}
