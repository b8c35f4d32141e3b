use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    axis!(Batch);
    let scores = Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32));
    let labels = Tensor::<usize, shape![Batch, 1]>::zeros_with(Batch(32));
    let _ = scores.gather(Axis::<1>, &labels);
}
