use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![[1, 2], [3, 4]];
    assert_eq!(x[[1, 0]], 3);
}
