use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        fc: Linear<dim!(64), dim!(10)>,
    }
}

fn main() {
    let net = Net::default();
    let _ = net.forward(&Tensor::<f32, shape![2, 64]>::ones());
}
