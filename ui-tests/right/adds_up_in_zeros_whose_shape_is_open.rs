use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let mut total = Tensor::<f32, shape![2, 3]>::zeros();
    for _ in 0..4 {
        total += &x;
    }
    assert_eq!(total.sum_all(), 24.0);
}
