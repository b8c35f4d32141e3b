use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32));
    assert_eq!(x.sum_all(), 0.0);
}
