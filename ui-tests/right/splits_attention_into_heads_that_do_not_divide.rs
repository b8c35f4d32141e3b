use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let _attention = MultiHeadAttention::<dim!(512), dim!(8)>::default();
}
