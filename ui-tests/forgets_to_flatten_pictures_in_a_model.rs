use shaped::nn::*;
use shaped::prelude::*;

model! {
    struct Net {
        conv: Conv2d<dim!(3), dim!(16), dim!(3), Conv<One, One>>,
        fc: Linear<dim!(256), dim!(10)>,
    }
}

impl<B: Size> Module<shape![B, 3, 4, 4]> for Net {
    type Output = shape![B, 10];

    fn forward<X: Operand<Elem = f32, Shape = shape![B, 3, 4, 4]>>(
        &self,
        x: &X,
    ) -> Tensor<f32, shape![B, 10], X::Kind> {
        self.fc.forward(&self.conv.forward(x).relu())
    }
}

fn main() {
    let _ = Net::default().forward(&Tensor::<f32, shape![8, 3, 4, 4]>::zeros());
}
