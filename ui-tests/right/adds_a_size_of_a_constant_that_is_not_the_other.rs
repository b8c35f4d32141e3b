use shaped::prelude::*;

const BATCH: usize = 64;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![{ BATCH }, 3]> = Tensor::zeros();
    let y: Tensor<f32, shape![{ BATCH }, 3]> = Tensor::zeros();
    assert_eq!((x + y).sizes(), [64, 3]);
}
