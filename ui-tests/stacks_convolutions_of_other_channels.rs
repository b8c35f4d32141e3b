use shaped::{nn::*, prelude::*};

axis!(Batch);

fn main() {
    let _cnn = Sequential::<shape![Batch, 3, 32, 32]>::new()
        .then(Conv2d::<dim!(3), dim!(16), dim!(3)>::default())
        .then(Relu)
        .then(Conv2d::<dim!(32), dim!(64), dim!(3)>::default());
}
