use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scores = Tensor::<f32, shape![4, 10]>::ones();
    let (best, _) = scores.topk(Axis::<-1>, Dim::<3>);
    assert_eq!(best.mean(Axis::<-1>), Tensor::ones());
}
