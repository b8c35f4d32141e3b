use shaped::{nn::*, prelude::*};

model! {
    struct Block {
        attention: MultiHeadAttention<dim!(512), dim!(7)>,
    }
}

fn main() {
    Block::default();
}
