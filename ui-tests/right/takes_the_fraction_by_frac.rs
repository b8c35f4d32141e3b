use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![1.5f32, -1.5].fract(), tensor![0.5, -0.5]);
}
