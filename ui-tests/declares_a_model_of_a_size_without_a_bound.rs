use shaped::{nn::*, prelude::*};

model! {
    struct Net<D> {
        up: Linear<D, dim!(8)>,
    }
}

fn main() {
    let _net = Net::<dim!(3)>::default();
}
