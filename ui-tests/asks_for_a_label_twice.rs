// A diagonal is read, not written.
use shaped::prelude::*;

fn main() {
    let x = tensor![1.0, 2.0];
    let _ = einsum!(i -> i i; &x);
}
