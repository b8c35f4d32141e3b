use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let conv: WithoutBias<Conv2d<dim!(8), dim!(8), dim!(3)>> = Default::default();
    assert_eq!(conv.forward(&Tensor::<f32, shape![1, 8, 9, 9]>::zeros()).sizes(), [1, 8, 7, 7]);
}
