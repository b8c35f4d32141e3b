use shaped::{nn::*, prelude::*};

fn main() {
    let words = Embedding::<dim!(100), dim!(32)>::default();
    let model = (words, Linear::<dim!(32), dim!(2)>::default());
    let _ = model.forward(&tensor![7, 99, 3]);
}
