use shaped::prelude::*;

fn loss<B: Size, D: StaticSize>(x: &Tensor<f32, shape![B, D]>, y: &Tensor<f32, shape![B, D]>) -> f32 {
    x.mse_loss(y)
}

#[test]
fn compiles_and_runs() {
    assert_eq!(loss(&Tensor::<f32, shape![3, 8]>::zeros(), &Tensor::<f32, shape![3, 8]>::ones()), 1.0);
}
