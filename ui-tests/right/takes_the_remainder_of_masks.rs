use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let odd = tensor![true, false].cast::<u8>() % tensor![2, 2];
    assert_eq!(odd, tensor![1, 0]);
}
