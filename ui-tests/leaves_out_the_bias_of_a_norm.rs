use shaped::{nn::*, prelude::*};

fn main() {
    let norm: WithoutBias<BatchNorm2d<dim!(8)>> = Default::default();
    let _ = norm.forward(&Tensor::<f32, shape![1, 8, 9, 9]>::zeros());
}
