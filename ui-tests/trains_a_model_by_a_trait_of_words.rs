use shaped::{grad::Tape, nn::words::TapeTrains as _, nn::*, prelude::*};

fn main() {
    let model = Linear::<dim!(8), dim!(8)>::default();
    model.train();
    let _ = Tape::new(&model);
}
