use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(32));
    let y = Tensor::<f32, shape![Batch, 3]>::full_with(Batch(32), 1.0);
    let _ = &x + &y;
}
