use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let images: Tensor<f32, shape![8, 3, 32, 32]> = Tensor::zeros();
    let bias: Tensor<f32, shape![3]> = Tensor::ones();
    let _ = &images + bias.unsqueeze(Axis::<-1>).unsqueeze(Axis::<-1>);
}
