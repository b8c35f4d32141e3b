use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let y: Tensor<f64, shape![4, 3]> = Tensor::zeros();
    let _ = &x + &y.map(|y| y as f32);
}
