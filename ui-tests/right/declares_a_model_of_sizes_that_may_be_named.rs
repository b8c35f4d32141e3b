use shaped::{nn::*, prelude::*};

model! {
    struct Net<C: StaticSize> {
        fc: Linear<C, dim!(10)>,
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net::<dim!(784)>::default();
    assert_eq!(net.num_parameters(), 7850);
}
