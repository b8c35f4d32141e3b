use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(8), dim!(2)>::default();
    assert_eq!(model.num_parameters(), 18);
}
