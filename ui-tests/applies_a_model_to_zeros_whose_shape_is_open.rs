// A layer takes any leading axes.
use shaped::{nn::*, prelude::*};

fn main() {
    let model = Linear::<dim!(64), dim!(10)>::default();
    let _ = model.forward(&Tensor::zeros());
}
