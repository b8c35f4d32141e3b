use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![[1, 2], [4, 5]];
    assert_eq!(x.trace(), 6);
}
