use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![[1.0f32, 2.0]];
    assert_eq!(x.permute(axes![1, 0]).sizes(), [2, 1]);
}
