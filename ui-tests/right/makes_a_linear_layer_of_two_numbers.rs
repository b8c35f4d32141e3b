use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let layer = Linear::<dim!(784), dim!(10)>::default();
    let y = layer.forward(&Tensor::<f32, shape![64, 784]>::zeros());
    assert_eq!(y.sizes(), [64, 10]);
}
