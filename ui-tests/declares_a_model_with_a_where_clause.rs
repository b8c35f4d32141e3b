use shaped::{StaticSize, nn::*, prelude::*};

model! {
    struct Net<D>
    where
        D: StaticSize,
    {
        up: Linear<D, dim!(8)>,
    }
}

fn main() {
    let _net = Net::<dim!(3)>::default();
}
