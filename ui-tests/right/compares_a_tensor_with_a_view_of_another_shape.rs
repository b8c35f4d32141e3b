use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let row = tensor![1.0, 2.0];
    assert!(row == row.view());
}
