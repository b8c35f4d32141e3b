// A layer takes the last axis, and of `X::Shape` nobody has said that it has one.
use shaped::{nn::*, prelude::*};

struct Head {
    fc: Linear<dim!(4), dim!(2)>,
}

impl Head {
    fn logits<X: Operand<Elem = f32>>(&self, x: &X) {
        let _ = self.fc.forward(x);
    }
}

fn main() {
    let x: Tensor<f32, shape![8, 4]> = Tensor::zeros();
    Head { fc: Linear::default() }.logits(&x);
}
