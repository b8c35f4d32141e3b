use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let larger = tensor![3, 1, 9].zip_with(&tensor![2, 4, 6], |a: i32, b: i32| a.max(b));
    assert_eq!(larger, tensor![3, 4, 9]);
}
