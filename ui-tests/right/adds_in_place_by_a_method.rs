use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = tensor![1.0f32, 2.0];
    x += &tensor![1.0, 1.0];
    assert_eq!(x, tensor![2.0, 3.0]);
}
