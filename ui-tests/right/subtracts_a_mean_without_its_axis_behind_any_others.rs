use shaped::prelude::*;

fn centred<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, (L, D)> {
    x - x.mean_keepdim(Axis::<-1>)
}

#[test]
fn compiles_and_runs() {
    assert_eq!(centred(&Tensor::<f32, shape![4, 3]>::ones()), Tensor::zeros());
}
