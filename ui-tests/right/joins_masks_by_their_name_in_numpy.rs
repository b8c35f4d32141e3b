use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![1.0f32, -2.0];
    assert_eq!(x.greater(0.0) & x.less(3.0), tensor![true, false]);
}
