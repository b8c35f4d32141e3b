use shaped::{model, nn::*, prelude::*};

model! {
    struct Net {
        first: Linear<dim!(784), dim!(64)>,
        last: Linear<dim!(64), dim!(10)>,
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net::default();
    assert_eq!(net.last.weight.sizes(), [10, 64]);
    assert_eq!(net.first.weight.sizes(), [64, 784]);
}
