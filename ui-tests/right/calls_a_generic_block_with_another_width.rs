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
        self.up.forward(x).relu()
    }
}

#[test]
fn compiles_and_runs() {
    let block = Block::<dim!(32)>::default();
    let _ = block.forward(&Tensor::<f32, shape![5, 32]>::ones());
}
