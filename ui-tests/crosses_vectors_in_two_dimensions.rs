use shaped::prelude::*;

fn main() {
    let x = tensor![1.0, 2.0];
    let _ = x.cross(&tensor![3.0, 4.0]);
}
