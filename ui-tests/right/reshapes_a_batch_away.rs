use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 28, 28]>::zeros_with(Batch(32));
    assert_eq!(x.reshape::<shape![Batch, 784]>().sizes(), [32, 784]);
}
