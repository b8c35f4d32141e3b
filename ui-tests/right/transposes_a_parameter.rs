use shaped::nn::*;
use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let layer = Linear::<dim!(4), dim!(2)>::default();
    assert_eq!(layer.weight.value().transpose().sizes(), [4, 2]);
}
