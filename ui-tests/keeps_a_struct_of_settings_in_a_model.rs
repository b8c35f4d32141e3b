use shaped::{nn::*, prelude::*};

#[derive(Clone, Debug, Default)]
struct Settings {
    heads: usize,
}

model! {
    struct Net { fc: Linear<dim!(4), dim!(3)>, settings: Settings }
}

fn main() {
    let net = Net::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let _ = (net.fc.forward(&x), net.settings.heads);
}
