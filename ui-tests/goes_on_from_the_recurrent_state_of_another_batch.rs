use shaped::{nn::*, prelude::*};

fn main() {
    let lstm = Lstm::<dim!(40), dim!(64)>::default();
    let first = Tensor::<f32, shape![8, 20, 40]>::ones();
    let rest = Tensor::<f32, shape![9, 5, 40]>::ones();
    let (_, state) = lstm.forward_with_state(&first);
    let (y, _) = lstm.forward_from(&rest, &state);
}
