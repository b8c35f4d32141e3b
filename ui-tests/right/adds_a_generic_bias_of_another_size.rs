use shaped::prelude::*;

fn layer<B: Size, I: StaticSize, O: StaticSize>(
    x: &Tensor<f32, shape![B, I]>,
    weight: &Tensor<f32, shape![O, I]>,
    bias: &Tensor<f32, shape![O]>,
) -> Tensor<f32, shape![B, O]> {
    x.linear(weight, bias)
}

#[test]
fn compiles_and_runs() {
    let y = layer(&Tensor::<f32, shape![3, 8]>::zeros(), &Tensor::<f32, shape![2, 8]>::zeros(), &tensor![1.0, 2.0]);
    assert_eq!(y.sum(Axis::<0>), tensor![3.0, 6.0]);
}
