use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4]> = Tensor::zeros();
    let y: Tensor<f64, shape![4]> = Tensor::zeros();
    assert_eq!((x.lazy() + &y.cast::<f32>()).eval(), x);
}
