use shaped::prelude::*;

fn main() {
    let _ = tensor![1.0f32, 2.0].tolist();
}
