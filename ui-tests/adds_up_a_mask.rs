use shaped::prelude::*;

fn main() {
    let x = tensor![[0.5f32, -1.0], [2.0, 3.0]];
    let _ = x.greater(0.0).sum(Axis::<1>);
}
