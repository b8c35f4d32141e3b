use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    let y: Tensor<f32, shape![1, 4, 3]> = x.unsqueeze(Axis::<0>).to_tensor();
    assert_eq!(y.sizes(), [1, 4, 3]);
}
