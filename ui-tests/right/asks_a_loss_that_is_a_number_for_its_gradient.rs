use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![1.0f32, 2.0];
    let gradient = shaped::grad::grad(&x, |tape| tape.input(&x).square().sum_all());
    assert_eq!(gradient, &x * 2.0);
}
