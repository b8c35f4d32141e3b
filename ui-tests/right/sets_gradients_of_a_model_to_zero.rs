use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        fc: Linear<dim!(784), dim!(10)>,
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net::default();
    let y = net.fc.forward(&Tensor::<f32, shape![64, 784]>::zeros());
    assert_eq!(y.sizes(), [64, 10]);
}
