use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 4, 5]>::zeros_with(Batch(2));
    assert_eq!(rearrange!(x; b t d -> b (t d)).sizes(), [2, 20]);
}
