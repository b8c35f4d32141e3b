use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        layer: Linear<dim!(4), dim!(2)>,
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net::default();
    let x: Tensor<f32, shape![5, 4]> = Tensor::zeros();
    assert_eq!(net.layer.forward(&x).sizes(), [5, 2]);
}
