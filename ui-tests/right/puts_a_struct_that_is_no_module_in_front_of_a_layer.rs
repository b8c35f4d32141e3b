use shaped::{nn::*, prelude::*};

struct Scale<const BY: i32>;

impl<S: Shape, const BY: i32> Module<S> for Scale<BY> {
    type Output = S;
    fn forward<X: Operand<Elem = f32, Shape = S>>(&self, x: &X) -> Tensor<f32, S, X::Kind> {
        x.view() * BY as f32
    }
}

#[test]
fn compiles_and_runs() {
    let model = (Scale::<2>, Linear::<dim!(32), dim!(2)>::default());
    let _ = model.forward(&Tensor::<f32, shape![5, 32]>::ones());
}
