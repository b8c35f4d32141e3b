use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![4.0f32, 2.0].recip(), tensor![0.25, 0.5]);
}
