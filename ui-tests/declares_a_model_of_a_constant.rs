use shaped::{nn::*, prelude::*};

model! {
    struct Net<const D: usize> {
        up: Linear<dim!(D), dim!(8)>,
    }
}

fn main() {
    let _net = Net::<dim!(3)>::default();
}
