use shaped::prelude::*;

fn main() {
    let x = tensor![1.0, 2.0, 3.0];
    let _ = x.t();
}
