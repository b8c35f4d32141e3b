use shaped::{nn::*, prelude::*};

fn main() {
    let cell = LstmCell::<dim!(40), dim!(64)>::default();
    let state = LstmState::<shape![8, 64]>::zeros();
    let state = cell.forward(&Tensor::<f32, shape![8, 64]>::ones(), &state);
}
