use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![[0.5f32, -1.0], [2.0, 3.0]];
    let _ = x.greater(0.0).count_nonzero(Axis::<1>);
}
