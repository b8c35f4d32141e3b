use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mask = Tensor::<bool, shape![4, 3]>::full(false);
    assert!(!mask[[0, 0]]);
}
