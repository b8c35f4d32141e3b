use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![-1.0f32, 0.5];
    assert_eq!(x.less(0.0) | x.greater(0.4), tensor![true, true]);
}
