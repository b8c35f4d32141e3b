use shaped::prelude::*;

fn main() {
    let _ = tensor![1.5f32, -1.5].frac();
}
