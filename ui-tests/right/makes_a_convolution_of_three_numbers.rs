use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let layer = Conv2d::<dim!(3), dim!(16), dim!(3)>::default();
    assert_eq!(layer.forward(&Tensor::<f32, shape![2, 3, 8, 8]>::zeros()).sizes(), [2, 16, 6, 6]);
}
