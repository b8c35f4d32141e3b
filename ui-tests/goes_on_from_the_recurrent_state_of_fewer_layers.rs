use shaped::{nn::*, prelude::*};

fn main() {
    let lstm = Lstm::<dim!(40), dim!(64), dim!(3)>::default();
    let mut state = LstmState::<shape![8, 64]>::zeros();
    for _ in 0..3 {
        state = lstm.forward_from(&Tensor::<f32, shape![8, 20, 40]>::ones(), &state).1;
    }
}
