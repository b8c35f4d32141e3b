use shaped::prelude::*;

axis!(Seq);

#[test]
fn compiles_and_runs() {
    let past = Tensor::<f32, shape![Seq, 64]>::zeros_with(Seq(3));
    let new = Tensor::<f32, shape![Seq, 64]>::zeros_with(Seq(2));
    let _ = past.concat(&new, Axis::<0>);
}
