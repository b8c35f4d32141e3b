use shaped::prelude::*;

fn both<B: Size, D: StaticSize, E: StaticSize>(x: &Tensor<f32, shape![B, D]>, y: &Tensor<f32, shape![B, E]>) -> f32 {
    x.concat(y, Axis::<-1>).mean_all()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(both(&Tensor::<f32, shape![3, 8]>::ones(), &Tensor::<f32, shape![3, 2]>::ones()), 1.0);
}
