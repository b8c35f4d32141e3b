use shaped::{Shape, nn::*, prelude::*};

struct Double;

impl<S: Shape> Module<S> for Double {
    type Output = S;
    fn forward<X: Operand<Elem = f32, Shape = S>>(&self, x: &X) -> Tensor<f32, S, X::Kind> {
        x.view() * 2.0
    }
}

#[test]
fn compiles_and_runs() {
    assert_eq!(Double.forward(&tensor![1.0f32, 2.0]), tensor![2.0, 4.0]);
}
