use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let q: Tensor<f32, shape![1, 64]> = Tensor::zeros();
    assert_eq!(q.rotary(Rotary::new().start(7)).sizes(), [1, 64]);
}
