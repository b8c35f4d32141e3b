// The compiler would suggest `fmax`.
use shaped::prelude::*;

fn main() {
    let _ = tensor![[1.0f32, 2.0]].amax(Axis::<1>);
}
