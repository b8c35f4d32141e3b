use shaped::{grad::Gradient, nn::*, optim::Sgd, prelude::*};

#[test]
fn compiles_and_runs() {
    let mut head = Linear::<dim!(64), dim!(10)>::default();
    let old = Linear::<dim!(64), dim!(10)>::default();
    let mut gradient = Gradient::new(old.clone());
    let mut sgd = Sgd::new(&old, 0.1);
    sgd.step(&mut head, &mut gradient);
}
