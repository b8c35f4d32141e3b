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
        self.head.forward(&x.reshape::<shape![B, 784]>())
    }
}

fn main() {}
