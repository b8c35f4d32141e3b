use shaped::{nn::*, prelude::*};

#[derive(Clone, Default)]
struct Net {
    layer: Linear<dim!(4), dim!(1)>,
}

fn main() {
    let net = Net::default();
    println!("{} parameters", net.num_parameters());
    let _ = net.layer;
}
