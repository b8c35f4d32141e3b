use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let _ = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(32));
}
