use shaped::{StaticSize, nn::*, prelude::*};

model! {
    struct Net<D: StaticSize> {
        up: Linear<D, dim!(8)>,
    }
}

#[test]
fn compiles_and_runs() {
    assert_eq!(Net::<dim!(3)>::default().num_parameters(), 32);
}
