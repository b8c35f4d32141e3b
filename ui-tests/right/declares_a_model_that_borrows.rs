use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        own: Linear<dim!(4), dim!(8)>,
    }
}

#[test]
fn compiles_and_runs() {
    assert_eq!(Net::default().num_parameters(), 40);
}
