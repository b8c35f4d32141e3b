use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _: Tensor<f32, shape![One, 3]> = Tensor::zeros();
}
