use shaped::{nn::*, prelude::*};

fn main() {
    let lstm = Lstm::<dim!(8), dim!(16)>::default();
    let head = Linear::<dim!(16), dim!(2)>::default();
    let (_state, y) = lstm.forward_with_state(&Tensor::<f32, shape![4, 20, 8]>::ones());
    let _scores = head.forward(&y);
}
