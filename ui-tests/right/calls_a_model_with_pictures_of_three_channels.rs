use shaped::{nn::*, prelude::*};

model! {
    struct Net {
        fc: Linear<dim!(64), dim!(10)>,
    }
}

impl<B: Size> Module<shape![B, 1, 8, 8]> for Net {
    type Output = shape![B, 10];
    fn forward<X>(&self, x: &X) -> Tensor<f32, shape![B, 10], X::Kind>
    where
        X: Operand<Elem = f32, Shape = shape![B, 1, 8, 8]>,
    {
        self.fc.forward(&x.to_tensor().flatten_axes(Axis::<1>, Axis::<-1>))
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net::default();
    let _ = net.forward(&Tensor::<f32, shape![2, 1, 8, 8]>::ones());
}
