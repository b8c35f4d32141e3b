use shaped::prelude::*;

axis!(Batch);
axis!(Time);

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(7));
    let y = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(7));
    x += &y;
}
