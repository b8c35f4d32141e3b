use shaped::{nn::*, prelude::*};

model! {
    struct Net { head: Linear<dim!(784), dim!(10)> }
}

impl<B: Size> Module<shape![B, 28, 28]> for Net {
    type Output = shape![B, 10];
    fn forward<X>(&self, x: &X) -> Tensor<f32, shape![B, 10], X::Kind>
    where
        X: Operand<Elem = f32, Shape = shape![B, 28, 28]>,
    {
        self.head.forward(&Flatten.forward(x))
    }
}

#[test]
fn compiles_and_runs() {
    let net = Net { head: Linear::default() };
    let x = Tensor::<f32, shape![28, 28, 4]>::zeros();
    assert_eq!(net.forward(&x.swap_axes(Axis::<0>, Axis::<2>)).sizes(), [4, 10]);
}
