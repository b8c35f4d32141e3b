use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![1.0f32, -2.0].clamp(0.0, 1.0), tensor![1.0, 0.0]);
}
