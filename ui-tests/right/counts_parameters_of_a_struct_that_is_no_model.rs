use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        layer: Linear<dim!(4), dim!(1)>,
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net::default();
    println!("{} parameters", net.num_parameters());
    let _ = net.layer;
}
