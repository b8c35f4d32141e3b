use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let norm = BatchNorm2d::<dim!(32)>::default();
    let features: Tensor<f32, shape![8, 32, 14, 14]> = Tensor::zeros();
    let _y = norm.forward(&features);
}
