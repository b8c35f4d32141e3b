use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![1.0f32, -2.0];
    assert!(x.all_close(&x, 1e-5, 1e-8));
}
