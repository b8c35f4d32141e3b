use shaped::prelude::*;

axis!(Batch);
axis!(Time);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![Batch, 1, 3]>::zeros_with(Batch(7));
    let y = Tensor::<f32, shape![Time, 3]>::zeros_with(Time(7));
    assert_eq!((&x + &y).sizes(), [7, 7, 3]);
}
