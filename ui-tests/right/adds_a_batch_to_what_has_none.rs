use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(32));
    let mut bias = Tensor::<f32, shape![784]>::zeros();
    bias += x.sum(Axis::<0>);
    assert_eq!(bias.sizes(), [784]);
}
