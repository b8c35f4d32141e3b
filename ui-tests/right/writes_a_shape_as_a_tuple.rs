use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 4]> = Tensor::zeros();
    assert_eq!(x.sizes(), [3, 4]);
}
