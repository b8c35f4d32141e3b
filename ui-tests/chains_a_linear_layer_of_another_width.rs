use shaped::{nn::*, prelude::*};

axis!(Batch);

fn main() {
    let _mlp = Sequential::<shape![Batch, 64]>::new()
        .then(Linear::<dim!(64), dim!(128)>::default())
        .then(Relu)
        .then(Linear::<dim!(120), dim!(10)>::default());
}
