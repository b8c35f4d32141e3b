use shaped::{nn::*, prelude::*};

model! {
    struct Positions<T: StaticSize, D: StaticSize> {
        table: Tensor<f32, shape![T, D]>,
    }
}

impl<L: Shape, T: StaticSize, D: StaticSize> Module<((L, T), D)> for Positions<T, D> {
    type Output = ((L, T), D);
    fn forward<X>(&self, x: &X) -> Tensor<f32, ((L, T), D), X::Kind>
    where
        X: Operand<Elem = f32, Shape = ((L, T), D)>,
    {
        x.view() + &self.table
    }
}

fn main() {
    Positions::<dim!(4), dim!(8)>::default().forward(&Tensor::<f32, shape![64, 4, 8]>::ones());
}
