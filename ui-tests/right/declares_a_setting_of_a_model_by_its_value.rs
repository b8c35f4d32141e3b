use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        p: f32,
        up: Linear<dim!(4), dim!(8)>,
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net { p: 0.1, ..Default::default() };
    assert_eq!((net.p, net.num_parameters()), (0.1, 40));
}
