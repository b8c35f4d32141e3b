use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![1.0, 2.0, 0.0];
    assert_eq!(x.cross(&tensor![3.0, 4.0, 0.0]), tensor![0.0, 0.0, -2.0]);
}
