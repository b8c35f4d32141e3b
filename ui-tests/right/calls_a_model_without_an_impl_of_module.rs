use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        fc: Linear<dim!(64), dim!(10)>,
    }
}

impl<B: Size> Module<shape![B, 64]> for Net {
    type Output = shape![B, 10];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 64]>>(&self, x: &X) -> Tensor<f32, shape![B, 10], X::Kind> {
        self.fc.forward(x)
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net::default();
    let _ = net.forward(&Tensor::<f32, shape![2, 64]>::ones());
}
