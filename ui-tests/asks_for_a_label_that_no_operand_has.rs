// `n` is a slip of the pen.
use shaped::prelude::*;

fn main() {
    let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    let _ = einsum!(i k, k j -> i n; &x, &x);
}
