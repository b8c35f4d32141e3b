use shaped::prelude::*;

axis!(Batch);
axis!(Time);

#[test]
fn compiles_and_runs() {
    let _ = Tensor::<f32, shape![Batch, Time, 768]>::zeros_with((Batch(32), Time(8)));
}
