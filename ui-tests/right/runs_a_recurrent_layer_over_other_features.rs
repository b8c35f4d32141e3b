use shaped::{nn::*, prelude::*};

axis!(Batch);
axis!(Seq);

#[test]
fn compiles_and_runs() {
    let lstm = Lstm::<dim!(40), dim!(64)>::default();
    let sounds = Tensor::<f32, shape![Batch, Seq, 40]>::zeros_with((Batch(2), Seq(7)));
    let y = lstm.forward(&sounds);
    assert_eq!(y.sizes(), [2, 7, 64]);
}
