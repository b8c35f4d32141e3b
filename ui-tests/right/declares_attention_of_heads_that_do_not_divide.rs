use shaped::{nn::*, prelude::*};

model! {
    struct Block {
        attention: MultiHeadAttention<dim!(512), dim!(8)>,
    }
}

#[test]
fn compiles_and_runs() {
    Block::default();
}
