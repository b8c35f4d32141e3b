use shaped::nn::Linear;
use shaped::optim::Adam;
use shaped::prelude::*;

shaped::model! {
    struct Net {
        layer: Linear<dim!(4), dim!(2)>,
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net { layer: Linear::default() };
    let _ = Adam::new(&net, 1e-3);
}
