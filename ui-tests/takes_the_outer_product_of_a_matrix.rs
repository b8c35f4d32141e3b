use shaped::prelude::*;

fn main() {
    let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    let _ = x.outer(&tensor![1.0, 2.0, 5.0]);
}
