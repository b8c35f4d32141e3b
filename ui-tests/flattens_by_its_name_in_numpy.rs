use shaped::prelude::*;

fn main() {
    let _ = tensor![[1, 2], [3, 4]].ravel();
}
