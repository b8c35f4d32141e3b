use shaped::{nn::*, prelude::*};

model! {
    struct Net<C: Size> {
        fc: Linear<C, dim!(10)>,
    }
}

fn main() {
    Net::<dim!(784)>::default();
}
