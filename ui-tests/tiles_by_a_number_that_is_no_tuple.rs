use shaped::prelude::*;

fn main() {
    let row = tensor![1, 2, 3];
    let _ = row.tile(Dim::<2>);
}
