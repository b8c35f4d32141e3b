use shaped::prelude::*;

fn main() {
    let x = tensor![[1.0f32, 2.0]];
    let _ = x.row(0);
}
