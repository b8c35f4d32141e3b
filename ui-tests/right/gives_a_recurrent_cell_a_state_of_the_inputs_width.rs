use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let cell = GruCell::<dim!(40), dim!(64)>::default();
    let state: Tensor<f32, shape![8, 64]> = Tensor::zeros();
    let state = cell.forward(&Tensor::<f32, shape![8, 40]>::ones(), &state);
    assert_eq!(state.sizes(), [8, 64]);
}
