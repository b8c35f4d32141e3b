use shaped::{nn::*, prelude::*};

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let _cnn = Sequential::<shape![Batch, 3, 32, 32]>::new()
        .then(Conv2d::<dim!(3), dim!(16), dim!(3)>::default())
        .then(Relu)
        .then(Conv2d::<dim!(16), dim!(64), dim!(3)>::default());
}
