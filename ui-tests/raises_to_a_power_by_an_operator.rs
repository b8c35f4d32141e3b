use shaped::prelude::*;

fn main() {
    let x = tensor![3.0f32, 0.5];
    let _ = x ^ 2.0;
}
