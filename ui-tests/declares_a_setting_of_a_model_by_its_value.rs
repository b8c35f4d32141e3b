use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        p: 0.1,
        up: Linear<dim!(4), dim!(8)>,
    }
}

fn main() {
    let _ = &tensor![1.0, 2.0] * Net::default().p;
}
