use shaped::prelude::*;

fn main() {
    let row = tensor![1, 2, 3];
    let _ = row.repeat_interleave(Axis::<1>, Dim::<2>);
}
