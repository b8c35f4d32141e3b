use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let y = x.matmul(&Tensor::<f32, shape![3, 4]>::ones());
    assert_eq!(y.sum_all(), 24.0);
}
