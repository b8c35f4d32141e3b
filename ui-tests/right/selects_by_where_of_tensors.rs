use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![[1.0, -2.0], [-3.0, 4.0]];
    let y = x.greater(0.0).select(&x, 0.0);
    assert_eq!(y, tensor![[1.0, 0.0], [0.0, 4.0]]);
}
