use shaped::prelude::*;

fn main() {
    let x = tensor![[1.0f32, 2.0], [3.0, 4.0]];
    let _ = x.sum_axis(0);
}
