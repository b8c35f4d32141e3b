use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(tensor![[1, 2], [3, 4]].flatten(), tensor![1, 2, 3, 4]);
}
