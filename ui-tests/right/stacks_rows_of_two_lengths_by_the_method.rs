use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4]> = Tensor::zeros();
    let y: Tensor<f32, shape![4]> = Tensor::zeros();
    assert_eq!(x.stack(&y, Axis::<0>).sizes(), [2, 4]);
}
