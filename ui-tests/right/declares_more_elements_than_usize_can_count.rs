use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _: Tensor<f32, shape![1000000, 0, 1000000, 1000000, 1000000]> = Tensor::zeros();
}
