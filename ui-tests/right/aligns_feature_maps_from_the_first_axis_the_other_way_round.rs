use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let offsets: Tensor<f32, shape![4, 32, 14, 1]> = Tensor::ones();
    let features: Tensor<f32, shape![4, 32, 14, 14]> = Tensor::ones();
    let sum = &offsets + &features;
    assert_eq!(sum.sizes(), [4, 32, 14, 14]);
}
