use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _: Tensor<f32, shape![{ 2 + 1 }, 3]> = Tensor::zeros();
}
