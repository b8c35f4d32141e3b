use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let (late, early) = (tensor![true, false], tensor![false, true]);
    assert_eq!(&late | &early, tensor![true, true]);
}
