use shaped::{grad::Tape, nn::*, prelude::*};

fn main() {
    let layer = Linear::<dim!(8), dim!(8)>::default();
    let x = Tensor::<f32, shape![5, 8]>::ones();
    let mut tape = Tape::new(&layer);
    let layer = &layer;
    tape.value_and_grad(layer, |tape| {
        let skipped = &tape.input(&x).gelu();
        let y = tape.checkpoint(skipped, move |_, y| layer.forward(&y) + skipped);
        y.square().mean_all()
    });
}
