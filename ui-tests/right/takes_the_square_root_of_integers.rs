use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let counts: Tensor<i32, shape![4]> = Tensor::zeros();
    let _ = counts.cast::<f32>().sqrt();
}
