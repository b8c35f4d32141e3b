use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![100]> = Tensor::zeros();
    let w: Tensor<f32, shape![16, 1, 3]> = Tensor::zeros();
    assert_eq!(x.unsqueeze(Axis::<0>).conv1d(&w, Conv::new()).sizes(), [16, 98]);
}
