use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let logits = Tensor::<f32, shape![32, 10]>::zeros();
    let target = Tensor::<f32, shape![32, 10]>::zeros();
    assert_eq!(logits.cross_entropy_soft(&target), 0.0);
}
