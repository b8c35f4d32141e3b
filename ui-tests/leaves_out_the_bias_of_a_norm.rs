use shaped::{nn::*, prelude::*};

fn main() {
    let net = <(WithoutBias<Conv2d<dim!(3), dim!(8), dim!(3)>>, WithoutBias<BatchNorm2d<dim!(8)>>)>::default();
    let _ = net.forward(&Tensor::<f32, shape![1, 3, 9, 9]>::zeros());
}
