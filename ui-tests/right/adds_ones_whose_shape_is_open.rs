use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::zeros();
    let y = &x + &Tensor::<f32, shape![3]>::ones();
    assert_eq!(y.sum_all(), 6.0);
}
