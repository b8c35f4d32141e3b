use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let weight: Tensor<f32, shape![10, 64]> = Tensor::zeros(); // [out, in]
    let _layer: Linear<dim!(64), dim!(10)> = Linear::new(weight, Tensor::zeros());
}
