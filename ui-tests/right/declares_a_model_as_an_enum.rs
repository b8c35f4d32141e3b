use shaped::{nn::*, prelude::*};

model! {
    struct Block {
        wide: Linear<dim!(4), dim!(8)>,
        narrow: Linear<dim!(4), dim!(2)>,
    }
}

#[test]
fn compiles_and_runs() {
    assert_eq!(Block::default().num_parameters(), 50);
}
