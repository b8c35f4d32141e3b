use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(64), dim!(10)>::default();
    let y = model.forward(&Tensor::<f32, shape![5, 64]>::zeros());
    assert_eq!(y.sizes(), [5, 10]);
}
