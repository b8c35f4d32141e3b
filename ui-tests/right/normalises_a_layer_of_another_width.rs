use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let norm = LayerNorm::<dim!(768)>::default();
    let x: Tensor<f32, shape![2, 10, 768]> = Tensor::zeros();
    let _y = norm.forward(&x);
}
