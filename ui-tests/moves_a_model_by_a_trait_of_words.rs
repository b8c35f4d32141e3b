use shaped::{nn::words::OneDevice as _, nn::*, prelude::*};

fn main() {
    let model = Linear::<dim!(8), dim!(2)>::default();
    model.cuda();
}
