use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let members: [Tensor<f32, shape![10, 784]>; 2] = [Tensor::ones(), Tensor::ones()];
    let mut sum: Tensor<f32, shape![10, 784]> = Tensor::zeros();
    for member in &members {
        sum += member;
    }
}
