use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let row = tensor![1, 2, 3];
    let _ = row.repeat_interleave(Axis::<0>, Dim::<2>);
}
