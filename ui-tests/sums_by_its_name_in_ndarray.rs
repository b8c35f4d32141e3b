use shaped::prelude::*;

fn main() {
    let _ = tensor![[1.0f32, 2.0], [3.0, 4.0]].sum_axis(0);
}
