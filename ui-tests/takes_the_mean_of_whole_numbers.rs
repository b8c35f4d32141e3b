use shaped::prelude::*;

fn main() {
    let counts = tensor![[1, 2, 3], [4, 5, 7]];
    let _ = counts.mean(Axis::<0>);
}
