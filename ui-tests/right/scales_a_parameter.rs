use shaped::nn::*;
use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let layer = Linear::<dim!(4), dim!(2)>::default();
    let half = layer.weight.value() * 0.5;
    assert_eq!(half.sum_all(), 0.0);
}
