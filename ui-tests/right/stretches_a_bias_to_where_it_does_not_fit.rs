use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let bias: Tensor<f32, shape![32, 1, 1]> = Tensor::ones();
    bias.broadcast_to::<shape![4, 32, 14, 14]>();
}
