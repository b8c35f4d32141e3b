use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let _: Tensor<f32, shape![5]> = Tensor::linspace(0.0, 1.0);
}
