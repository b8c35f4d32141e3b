use shaped::{nn::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let net = (Linear::<dim!(4), dim!(8)>::default(), Relu, Linear::<dim!(8), dim!(2)>::default());
    assert_eq!(net.forward(&Tensor::<f32, shape![16, 4]>::ones()).sizes(), [16, 2]);
}
