use shaped::{nn::*, prelude::*};

model! {
    struct Net(Linear<dim!(4), dim!(8)>, Linear<dim!(8), dim!(2)>);
}

fn main() {
    let _ = tensor![1.0];
}
