use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(einsum!(i k, k j -> i j; &x, &x), x.matmul(&x));
}
