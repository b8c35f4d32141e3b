use shaped::{grad::Tape, nn::Param, prelude::*};

#[test]
fn compiles_and_runs() {
    let weight = Param::<shape![64, 4]>::ones();
    Tape::new(&weight).value_and_grad(&weight, |tape| tape.parameter(&weight).square().mean_all());
}
