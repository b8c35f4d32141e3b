use shaped::{nn::*, prelude::*};

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let _mlp = Sequential::<shape![Batch, 64]>::new()
        .then(Linear::<dim!(64), dim!(128)>::default())
        .then(Relu)
        .then(Linear::<dim!(128), dim!(10)>::default());
}
