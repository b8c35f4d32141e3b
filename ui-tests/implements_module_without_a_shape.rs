use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        layer: Linear<dim!(4), dim!(2)>,
    }
}
impl Module for Net {}

fn main() {
    let _ = Net::default();
}
