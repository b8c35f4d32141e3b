use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        up: Linear<dim!(4), dim!(8)>,
        down: Linear<dim!(8), dim!(4)>,
    }
}

#[test]
fn compiles_and_runs() {
    assert_eq!(Net::default().num_parameters(), 76);
}
