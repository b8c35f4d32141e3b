use shaped::prelude::*;

fn main() {
    let _ = tensor![0.0f32, 180.0].deg2rad();
}
