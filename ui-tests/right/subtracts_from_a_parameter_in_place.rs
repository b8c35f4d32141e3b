use shaped::nn::*;
use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut layer = Linear::<dim!(4), dim!(2)>::default();
    *layer.weight.value_mut() -= 0.5;
    assert_eq!(layer.weight.value().sum_all(), -4.0);
}
