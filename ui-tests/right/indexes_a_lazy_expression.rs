use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let y = (x.lazy() * 2.0).eval();
    assert_eq!(y[[0, 1]], 0.0);
}
