use shaped::nn::Linear;
use shaped::optim::Adam;
use shaped::prelude::*;

struct Net {
    layer: Linear<dim!(4), dim!(2)>,
}

fn main() {
    let net = Net { layer: Linear::default() };
    let _ = Adam::new(&net, 1e-3);
}
