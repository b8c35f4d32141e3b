use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![[1.0, 2.0], [3.0, 4.0]];
    let y = &x + 1.0;
    assert_eq!(y.sizes(), [2, 2]);
}
