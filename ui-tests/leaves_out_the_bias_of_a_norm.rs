use shaped::{nn::*, prelude::*};

model! {
    struct Stem<C: StaticSize> {
        conv: WithoutBias<Conv2d<dim!(3), C, dim!(3)>>,
        norm: WithoutBias<BatchNorm2d<C>>,
    }
}

fn main() {
    let _ = Stem::<dim!(8)>::default();
}
