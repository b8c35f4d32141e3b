use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![1.0, 2.0, 3.0];
    assert_eq!(x.dot(&tensor![1.0, 2.0, 0.0]), 5.0);
}
