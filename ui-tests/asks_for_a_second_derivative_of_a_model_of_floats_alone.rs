use shaped::{grad::hvp, nn::*, prelude::*};

model! { struct Scorer { scale: Param<shape![3]> } }

fn main() {
    let (model, direction) = (Scorer::default(), Scorer::default());
    hvp(&model, &direction, |tape, model| tape.parameter(&model.scale).square().sum_all());
}
