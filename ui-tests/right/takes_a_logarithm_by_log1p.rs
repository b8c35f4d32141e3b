use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![0.0f32, 1.0].ln_1p()[[0]], 0.0);
}
