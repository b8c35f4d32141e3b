use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let counts = tensor![[1, 2, 3], [4, 5, 7]];
    let _ = counts.cast::<f32>().mean(Axis::<0>);
}
