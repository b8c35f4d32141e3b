use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(100));
    assert_eq!(x.chunks_of(Dim::<32>).count(), 3);
}
