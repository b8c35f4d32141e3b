use shaped::prelude::*;

fn main() {
    let _ = tensor![1.0f32, 0.0].arccos();
}
