use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let row = tensor![1, 2, 3];
    let _ = row.roll(Axis::<0>, 1);
}
