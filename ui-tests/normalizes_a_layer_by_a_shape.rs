use shaped::{nn::*, prelude::*};

struct Net {
    norm: LayerNorm<shape![8]>,
}

fn main() {
    let _ = |net: Net| net.norm;
}
