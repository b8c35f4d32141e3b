use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let _layer = Conv2d::<dim!(3), dim!(16), dim!(3)>::default();
}
