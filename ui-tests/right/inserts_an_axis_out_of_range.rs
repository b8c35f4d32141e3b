use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![1.0, 2.0].unsqueeze(Axis::<1>).sizes(), [2, 1]);
}
