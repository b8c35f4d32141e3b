use shaped::{model, nn::*, prelude::*};

model! {
    struct Net {
        first: Linear<dim!(784), dim!(64)>,
        last: Linear<dim!(64), dim!(10)>,
    }
}

fn main() {
    let net = Net::new();
    println!("{}", net.first.weight);
}
