use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let scans: Tensor<f32, shape![2, 1, 4, 6, 6]> = Tensor::zeros();
    let weights: Tensor<f32, shape![8, 1, 3, 3, 3]> = Tensor::zeros();
    assert_eq!(scans.conv3d(&weights, Conv::new()).sizes(), [2, 8, 2, 4, 4]);
}
