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
        let x = x.to_tensor();
        self.up.forward(&x)
    }
}

#[test]
fn compiles_and_runs() {
    Block::<dim!(8)>::default().forward(&Tensor::<f32, shape![64, 8]>::ones());
}
