use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let layer = Conv2d::<dim!(3), dim!(16), dim!(3)>::default();
    let x: Tensor<f64, shape![2, 3, 32, 32]> = Tensor::ones();
    assert_eq!(layer.forward(&x.cast::<f32>()).sizes(), [2, 16, 30, 30]);
    let layer = Conv2d::<dim!(3), dim!(16), dim!(3), Conv, f64>::default();
    assert_eq!(layer.forward(&x).sizes(), [2, 16, 30, 30]);
}
