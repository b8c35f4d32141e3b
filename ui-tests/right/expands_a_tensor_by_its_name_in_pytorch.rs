use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = tensor![[1.0f32], [2.0]];
    assert_eq!(x.broadcast_to::<shape![2, 3]>().sum_all(), 9.0);
}
