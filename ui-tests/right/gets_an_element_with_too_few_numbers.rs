use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![[1, 2], [3, 4]].get([1, 1]), Some(&4));
}
