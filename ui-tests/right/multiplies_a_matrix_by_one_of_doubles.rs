use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let w: Tensor<f64, shape![3, 2]> = Tensor::ones();
    let y = x.matmul(&w.cast::<f32>());
    assert_eq!(y.sum_all(), 48.0);
}
