use shaped::{nn::*, prelude::*};

const H: usize = 32;

#[test]
fn compiles_and_runs() {
    let gates = Linear::<dim!({ 4 * H }), dim!({ H })>::default();
    assert_eq!(gates.weight.sizes(), [32, 128]);
}
