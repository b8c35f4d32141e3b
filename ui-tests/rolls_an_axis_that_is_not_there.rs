use shaped::prelude::*;

fn main() {
    let row = tensor![1, 2, 3];
    let _ = row.roll(Axis::<1>, 1);
}
