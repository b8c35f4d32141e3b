use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let row = tensor![1, 2, 3];
    let _ = row.tile((Dim::<2>,));
}
