use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let norm = GroupNorm::<dim!(2), dim!(8)>::default();
    let maps: Tensor<f32, shape![4, 8, 14, 14]> = Tensor::ones();
    assert_eq!(norm.forward(&maps), Tensor::zeros());
}
