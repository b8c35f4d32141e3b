use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![-1.0f32, 0.5];
    assert_eq!(x.greater(0.0) & x.abs().less(1.0), tensor![false, true]);
}
