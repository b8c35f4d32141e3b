use shaped::{nn::words::HasNoGradients as _, nn::*, prelude::*};

fn main() {
    let model = Linear::<dim!(8), dim!(8)>::default();
    model.zero_grad();
}
