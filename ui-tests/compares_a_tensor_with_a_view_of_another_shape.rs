use shaped::prelude::*;

fn main() {
    let row = tensor![1.0, 2.0];
    assert!(row == row.unsqueeze(Axis::<0>));
}
