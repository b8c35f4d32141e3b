use shaped::{Heads, nn::*, prelude::*};

model! {
    struct Block<D: Heads<dim!(4)>> {
        attention: MultiHeadAttention<D, dim!(4)>,
    }
}

#[test]
fn compiles_and_runs() {
    assert_eq!(Block::<dim!(32)>::default().num_parameters(), 4 * 33 * 32);
}
