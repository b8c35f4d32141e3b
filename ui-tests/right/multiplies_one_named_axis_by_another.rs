use shaped::prelude::*;

axis!(Batch);
axis!(Seq);

#[test]
fn compiles_and_runs() {
    let weights = Tensor::<f32, shape![Batch, Seq]>::zeros_with((Batch(32), Seq(7)));
    let values = Tensor::<f32, shape![Seq, 64]>::zeros_with(Seq(7));
    assert_eq!(weights.matmul(&values).sizes(), [32, 64]);
}
