use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![1.0f32, 2.0].map(|x| x * x), tensor![1.0, 4.0]);
}
