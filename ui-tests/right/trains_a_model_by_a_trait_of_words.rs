use shaped::{grad::Tape, nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(8), dim!(8)>::default();
    Tape::new(&model).train(7);
}
