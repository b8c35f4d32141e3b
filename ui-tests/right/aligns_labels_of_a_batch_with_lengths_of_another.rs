use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let logs: Tensor<f32, shape![50, 8, 20]> = Tensor::zeros();
    let labels: Tensor<u8, shape![8, 10]> = Tensor::ones();
    let (steps, spoken): (Tensor<i64, shape![8]>, Tensor<i64, shape![8]>) = (Tensor::full(50), Tensor::full(10));
    let y = logs.ctc_loss(&labels, &steps, &spoken, Default::default());
    assert!(y.is_finite());
}
