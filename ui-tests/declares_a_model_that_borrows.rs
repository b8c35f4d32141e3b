use shaped::{nn::*, prelude::*};

model! {
    struct Net<'a> {
        shared: &'a Linear<dim!(4), dim!(8)>,
    }
}

fn main() {
    let _ = tensor![1.0];
}
