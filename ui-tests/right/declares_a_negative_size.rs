use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _: Tensor<f32, shape![1, 3]> = Tensor::zeros();
}
