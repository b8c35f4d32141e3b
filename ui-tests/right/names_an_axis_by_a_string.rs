use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(5));
    assert_eq!(x.sizes(), [5, 3]);
}
