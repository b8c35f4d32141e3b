use shaped::prelude::*;

fn main() {
    let x = tensor![[1, 2], [3, 4]];
    let _ = x.ravel();
}
