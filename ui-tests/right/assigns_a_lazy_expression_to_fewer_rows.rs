use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let mut y: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    (x.lazy() * 2.0).assign_to(&mut y);
}
