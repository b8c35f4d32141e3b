use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![1.0f32, 2.0, 3.0];
    let y = x.pow(2.0);
    assert_eq!(y, tensor![1.0, 4.0, 9.0]);
}
