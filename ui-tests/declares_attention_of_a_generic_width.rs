use shaped::{nn::*, prelude::*};

model! {
    struct Block<D: StaticSize> {
        attention: MultiHeadAttention<D, dim!(4)>,
    }
}

fn main() {
    Block::<dim!(32)>::default();
}
