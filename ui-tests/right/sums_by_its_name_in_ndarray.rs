use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![[1.0f32, 2.0], [3.0, 4.0]].sum(Axis::<0>), tensor![4.0, 6.0]);
}
