use shaped::{grad::Tape, nn::Param, prelude::*};

fn main() {
    let weight = Param::<shape![64, 4]>::ones();
    Tape::new(&weight).value_and_grad(&weight, |tape| {
        let _ = tape;
        weight.square().mean_all()
    });
}
