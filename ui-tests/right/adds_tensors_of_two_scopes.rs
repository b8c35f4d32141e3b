use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    axis!(Batch);
    let train = Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32));
    let test = Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32));
    assert_eq!((&train + &test).sizes(), [32, 10]);
}
