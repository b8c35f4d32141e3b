use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let row: Tensor<f32, shape![3]> = Tensor::ones();
    let batch = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(2));
    row.expand_as(&batch);
}
