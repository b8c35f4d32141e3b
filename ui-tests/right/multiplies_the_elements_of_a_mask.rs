use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let m: Tensor<bool, shape![4]> = Tensor::full(true);
    assert!(m.all_all());
}
