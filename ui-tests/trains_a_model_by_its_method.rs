use shaped::{grad::Tape, nn::*, prelude::*};

fn main() {
    let model = (Linear::<dim!(8), dim!(8)>::default(), Dropout(0.1));
    model.train();
    let _ = Tape::new(&model);
}
