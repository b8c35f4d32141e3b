use shaped::prelude::*;

fn main() {
    let _ = tensor![[1.0, 2.0], 3.0];
}
