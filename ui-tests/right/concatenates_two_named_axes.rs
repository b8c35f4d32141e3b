use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 4]>::zeros_with(Batch(32));
    let y = Tensor::<f32, shape![Batch, 4]>::zeros_with(Batch(32));
    assert_eq!(x.concat(&y, Axis::<1>).sizes(), [32, 8]);
}
