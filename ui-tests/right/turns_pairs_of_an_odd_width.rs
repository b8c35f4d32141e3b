use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let q: Tensor<f32, shape![8, 10, 64]> = Tensor::zeros();
    assert_eq!(q.rotary(Rotary::new()).sizes(), [8, 10, 64]);
}
