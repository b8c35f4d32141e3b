use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = tensor![-1.0f32, 2.0];
    x = x.abs();
    assert_eq!(x, tensor![1.0, 2.0]);
}
