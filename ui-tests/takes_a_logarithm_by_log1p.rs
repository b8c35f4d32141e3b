use shaped::prelude::*;

fn main() {
    let _ = tensor![0.0f32, 1.0].log1p();
}
