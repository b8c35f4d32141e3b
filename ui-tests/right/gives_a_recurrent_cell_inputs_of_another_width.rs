use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let cell = LstmCell::<dim!(40), dim!(64)>::default();
    let state = LstmState::<shape![8, 64]>::zeros();
    let state = cell.forward(&Tensor::<f32, shape![8, 40]>::ones(), &state);
    assert_eq!(state.h.sizes(), [8, 64]);
}
