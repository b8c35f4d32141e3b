use shaped::grad::Tape;
use shaped::nn::Linear;
use shaped::prelude::*;

struct Net {
    layer: Linear<dim!(4), dim!(2)>,
}

fn main() {
    let net = Net { layer: Linear::default() };
    let _ = Tape::new(&net);
}
