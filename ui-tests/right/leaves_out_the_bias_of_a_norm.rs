use shaped::{nn::*, prelude::*};

model! {
    struct Stem<C: StaticSize> {
        conv: WithoutBias<Conv2d<dim!(3), C, dim!(3)>>,
        norm: BatchNorm2d<C>,
    }
}

#[test]
fn compiles_and_runs() {
    let names = Stem::<dim!(8)>::default().named_parameters().into_iter().map(|p| p.name).collect::<Vec<_>>();
    assert_eq!(names[..2], ["conv.weight", "norm.weight"]);
}
