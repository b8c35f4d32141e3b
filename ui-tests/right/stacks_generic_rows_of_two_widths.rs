use shaped::prelude::*;

fn both<B: Size, D: StaticSize>(x: &Tensor<f32, shape![B, D]>, y: &Tensor<f32, shape![B, D]>) -> f32 {
    x.stack(y, Axis::<0>).sum_all()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(both(&Tensor::<f32, shape![1, 8]>::zeros(), &Tensor::<f32, shape![1, 8]>::ones()), 8.0);
}
