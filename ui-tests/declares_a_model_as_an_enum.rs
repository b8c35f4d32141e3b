use shaped::{nn::*, prelude::*};

model! {
    enum Block {
        Wide(Linear<dim!(4), dim!(8)>),
        Narrow(Linear<dim!(4), dim!(2)>),
    }
}

fn main() {
    let _ = tensor![1.0];
}
