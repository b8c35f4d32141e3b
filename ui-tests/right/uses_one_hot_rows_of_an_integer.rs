use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let classes = tensor![0, 2, 1];
    let rows = classes.one_hot(Dim::<3>);
    let logits = Tensor::<f32, shape![3, 3]>::ones();
    assert_eq!((&logits * &rows).sum_all(), 3.0);
}
