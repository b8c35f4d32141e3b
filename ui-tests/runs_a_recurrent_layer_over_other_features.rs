use shaped::{nn::*, prelude::*};

axis!(Batch);
axis!(Seq);

fn main() {
    let lstm = Lstm::<dim!(40), dim!(64)>::default();
    let sounds = Tensor::<f32, shape![Batch, Seq, 80]>::zeros_with((Batch(2), Seq(7)));
    let y = lstm.forward(&sounds);
}
