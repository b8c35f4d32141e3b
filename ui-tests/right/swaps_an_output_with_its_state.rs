use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let lstm = Lstm::<dim!(8), dim!(16)>::default();
    let head = Linear::<dim!(16), dim!(2)>::default();
    let (y, _state) = lstm.forward_with_state(&Tensor::<f32, shape![4, 20, 8]>::ones());
    assert_eq!(head.forward(&y).sizes(), [4, 20, 2]);
}
