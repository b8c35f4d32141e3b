use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _ = Inline::<i32, shape![2, 2]>::from_array([[1, -1], [-1, 1]]);
}
