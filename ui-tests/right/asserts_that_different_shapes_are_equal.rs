use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let sum = tensor![1.0, 2.0] + tensor![3.0, 4.0];
    assert_eq!(sum, tensor![4.0, 6.0]);
}
