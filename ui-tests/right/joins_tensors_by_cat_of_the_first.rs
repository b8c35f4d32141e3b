use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let (x, y) = (tensor![1.0f32, 2.0], tensor![3.0]);
    assert_eq!(x.concat(&y, Axis::<0>).sizes(), [3]);
}
