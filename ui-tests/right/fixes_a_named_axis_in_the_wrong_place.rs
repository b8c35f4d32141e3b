use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(32));
    assert_eq!(x.into_fixed::<shape![32, 784]>().unwrap().sizes(), [32, 784]);
}
