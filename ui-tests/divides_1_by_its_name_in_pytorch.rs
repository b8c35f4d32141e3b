use shaped::prelude::*;

fn main() {
    let _ = tensor![4.0f32, 2.0].reciprocal();
}
