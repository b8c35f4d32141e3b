use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        fc: Linear<dim!(64), dim!(10)>,
    }
}

fn main() {
    let model = (Net::default(), Relu);
    let _ = model.forward(&Tensor::<f32, shape![2, 64]>::ones());
}
