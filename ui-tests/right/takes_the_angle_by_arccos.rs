use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![1.0f32, 0.0].acos()[[0]], 0.0);
}
