use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let net = <(WithoutBias<Conv2d<dim!(3), dim!(8), dim!(3)>>, BatchNorm2d<dim!(8)>)>::default();
    assert_eq!(net.forward(&Tensor::<f32, shape![1, 3, 9, 9]>::zeros()).sizes(), [1, 8, 7, 7]);
}
