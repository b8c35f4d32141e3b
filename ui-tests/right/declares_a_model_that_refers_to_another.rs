use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        shared: Linear<dim!(4), dim!(8)>,
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net { shared: Linear::default() };
    assert_eq!(net.shared.forward(&tensor![1.0, 2.0, 3.0, 4.0]).sizes(), [8]);
    assert_eq!(net.num_parameters(), 40);
}
