use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let layer = Linear::<dim!(784), dim!(10)>::default();
    let x: Tensor<f64, shape![8, 784]> = Tensor::zeros();
    assert_eq!(layer.forward(&x.cast::<f32>()).sizes(), [8, 10]);
}
