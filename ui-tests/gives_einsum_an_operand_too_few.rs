// Two lists of labels, and one operand.
use shaped::prelude::*;

fn main() {
    let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    let _ = einsum!(i k, k j -> i j; &x);
}
