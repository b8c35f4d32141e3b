use shaped::{nn::*, prelude::*};

struct Net {
    norm: LayerNorm<dim!(8)>,
}

#[test]
fn compiles_and_runs() {
    let _ = |net: Net| net.norm;
}
