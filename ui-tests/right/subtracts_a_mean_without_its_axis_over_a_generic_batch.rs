use shaped::prelude::*;

fn centred<N: Size>(x: &Tensor<f32, shape![N, 10]>) -> Tensor<f32, shape![N, 10]> {
    x - x.mean_keepdim(Axis::<1>)
}

#[test]
fn compiles_and_runs() {
    assert_eq!(centred(&Tensor::<f32, shape![4, 10]>::ones()), Tensor::zeros());
}
