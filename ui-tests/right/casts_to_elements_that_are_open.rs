use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    assert_eq!(x.cast::<f64>().sum_all(), 6.0);
}
