use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![[1.0f32, 2.0]];
    assert_eq!(x.index_axis(Axis::<0>, 0).sizes(), [2]);
}
