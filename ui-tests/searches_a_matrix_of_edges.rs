use shaped::prelude::*;

fn main() {
    let edges = tensor![[1.0, 2.0, 5.0]];
    let _ = edges.searchsorted(&tensor![0.5, 3.0, 9.0, 1.0]);
}
