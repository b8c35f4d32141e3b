use shaped::prelude::*;

fn main() {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    let _ = x.trace();
}
