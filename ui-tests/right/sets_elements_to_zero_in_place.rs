use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = tensor![1.0f32, 2.0];
    x.as_mut_slice().fill(0.0);
    assert_eq!(x, tensor![0.0, 0.0]);
}
