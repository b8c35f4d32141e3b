use shaped::{nn::*, prelude::*};

fn main() {
    let layers = (Linear::<dim!(4), dim!(8)>::default(), Relu, Linear::<dim!(8), One>::default());
    let _net = Sequential::<shape![16, 4]>::new(layers);
}
