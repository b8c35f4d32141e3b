use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _ = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
}
