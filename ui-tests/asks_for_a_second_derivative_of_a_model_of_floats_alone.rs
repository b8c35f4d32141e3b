use shaped::{grad::hvp, nn::*, prelude::*};

model! {
    struct Scorer {
        linear: Linear<dim!(3), dim!(1)>,
        scale: Param<shape![1]>,
    }
}

fn main() {
    let (model, direction) = (Scorer::default(), Scorer::default());
    hvp(&model, &direction, |tape, model| tape.parameter(&model.scale).square().sum_all());
}
