use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let layer = Linear::<dim!(784), dim!(10)>::default();
    assert_eq!(layer.weight.sizes(), [10, 784]);
}
