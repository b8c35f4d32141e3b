use shaped::{nn::*, prelude::*};

fn loss<M: Module<I, Output = O>, I: Shape, O: Shape>(model: &M, x: &Tensor<f32, I>, y: &Tensor<f32, O>) -> f32 {
    model.forward(x).mse_loss(y)
}

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(3), dim!(2)>::default();
    assert!(loss(&model, &Tensor::<_, shape![4, 3]>::ones(), &Tensor::ones()).is_finite());
}
