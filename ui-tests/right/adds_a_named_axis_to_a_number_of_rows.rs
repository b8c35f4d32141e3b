use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![1, 3]> = Tensor::ones();
    let y = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(32));
    let _ = x + y;
}
