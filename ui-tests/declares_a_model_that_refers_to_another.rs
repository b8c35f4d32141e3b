use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        shared: &Linear<dim!(4), dim!(8)>,
    }
}

fn main() {
    let _ = Net { shared: &Linear::default() }.shared.forward(&tensor![1.0, 2.0, 3.0, 4.0]);
}
