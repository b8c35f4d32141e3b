use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let layer = ProjectedLstm::<dim!(4), dim!(6), dim!(3)>::default();
    let x: Tensor<f32, shape![8, 20, 4]> = Tensor::ones();
    let state = LstmState { h: Tensor::<f32, shape![8, 1, 3]>::zeros(), c: Tensor::<f32, shape![8, 1, 6]>::zeros() };
    let (y, state) = layer.forward_from(&x, &state);
    assert_eq!((y.sizes(), state.h.sizes(), state.c.sizes()), ([8, 20, 3], [8, 1, 3], [8, 1, 6]));
}
