use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![3.0f32, 0.5];
    assert_eq!(x.powf(2.0), tensor![9.0, 0.25]);
}
