use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![1.0f32, f32::INFINITY].is_infinite(), tensor![false, true]);
}
