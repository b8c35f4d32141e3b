use shaped::{nn::*, prelude::*};

struct Block {
    fc: Linear<dim!(8), dim!(8)>,
}

impl<L: Shape> Module<(L, dim!(8))> for Block {
    type Output = (L, dim!(8));
    fn forward<X>(&self, x: &X) -> Tensor<f32, (L, dim!(8)), X::Kind>
    where
        X: Operand<Elem = f32, Shape = (L, dim!(8))>,
    {
        self.fc.forward(x) + x
    }
}

fn main() {
    let block = Block { fc: Linear::default() };
    let _ = block.forward(&Tensor::<f32, shape![2, 8]>::ones());
}
