use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 3, 4]>::zeros_with(Batch(2));
    assert_eq!(x.flatten_axes(Axis::<1>, Axis::<2>), Tensor::<f32, shape![Batch, 12]>::zeros_with(Batch(2)));
}
