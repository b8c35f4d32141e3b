use shaped::{nn::*, prelude::*};

fn main() {
    let layer = ProjectedLstm::<dim!(4), dim!(6), dim!(3)>::default();
    let x: Tensor<f32, shape![8, 20, 4]> = Tensor::ones();
    let state = LstmState { h: Tensor::<f32, shape![8, 1, 3]>::zeros(), c: Tensor::<f32, shape![8, 1, 3]>::zeros() };
    layer.forward_from(&x, &state);
}
