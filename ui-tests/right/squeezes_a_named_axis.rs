use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![1, Batch, 3]>::zeros_with(Batch(1));
    assert_eq!(x.squeeze(Axis::<0>).sizes(), [1, 3]);
}
