use shaped::{nn::*, prelude::*};

model! {
    struct Block<D: StaticSize> {
        up: Linear<D, D>,
    }
}

impl<L: Shape, D: StaticSize> Module<(L, D)> for Block<D> {
    type Output = (L, D);
    fn forward<X>(&self, x: &X) -> Tensor<f32, (L, D), X::Kind>
    where
        X: Operand<Elem = f32, Shape = (L, D)>,
    {
        let largest = x.iter().fold(f32::MIN, |a, &b| a.max(b));
        self.up.forward(x) / largest
    }
}

fn main() {
    Block::<dim!(8)>::default().forward(&Tensor::<f32, shape![64, 8]>::ones());
}
