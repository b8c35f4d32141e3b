use shaped::{
    grad::{Dual, hvp},
    nn::*,
    prelude::*,
};

model! { struct Scorer in T { scale: Param<shape![3], T> } }

#[test]
fn compiles_and_runs() {
    let (model, direction) = (Scorer::<f32>::default(), Scorer::default());
    hvp(&model, &direction, |tape, model: &Scorer<Dual<f32>>| tape.parameter(&model.scale).square().sum_all());
}
