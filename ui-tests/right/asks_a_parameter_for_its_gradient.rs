use shaped::grad::value_and_grad;
use shaped::nn::*;
use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let layer = Linear::<dim!(4), dim!(2)>::default();
    let x = Tensor::<f32, shape![1, 4]>::ones();
    let (_, gradient) = value_and_grad(&layer, |tape| layer.forward(&tape.input(&x)).sum_all());
    assert_eq!(gradient.weight.value().sum_all(), 8.0);
}
