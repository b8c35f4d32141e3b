use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scalar: Tensor<f32, shape![]> = Tensor::ones();
    let mut vector: Tensor<f32, shape![3]> = Tensor::ones();
    vector *= scalar;
}
