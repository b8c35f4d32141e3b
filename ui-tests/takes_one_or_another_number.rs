use shaped::prelude::*;

fn main() {
    let x = tensor![-1.0f32, 0.5];
    let _ = x.relu() | x;
}
