use shaped::prelude::*;

fn main() {
    let (x, y) = (tensor![1.0f32, 2.0], tensor![3.0]);
    let _ = x.cat(&y, 0);
}
