use shaped::{nn::*, prelude::*};

struct Head {
    fc: Linear<dim!(4), dim!(2)>,
}

impl Head {
    fn logits<L: Shape, X: Operand<Elem = f32, Shape = (L, Dim<4>)>>(
        &self,
        x: &X,
    ) -> Tensor<f32, (L, Dim<2>), X::Kind> {
        self.fc.forward(x)
    }
}

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 4]> = Tensor::zeros();
    assert_eq!(Head { fc: Linear::default() }.logits(&x).sizes(), [8, 2]);
}
