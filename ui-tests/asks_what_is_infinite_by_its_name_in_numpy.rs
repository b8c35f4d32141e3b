use shaped::prelude::*;

fn main() {
    let mask = tensor![1.0f32, f32::INFINITY].isinf();
}
