use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let (late, early) = (tensor![true, false], tensor![true, true]);
    assert_eq!(early & !late, tensor![false, true]);
}
