use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        fc: Linear<dim!(4), dim!(3)>,
        heads: usize,
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let _ = (net.fc.forward(&x), net.heads);
}
