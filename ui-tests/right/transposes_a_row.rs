use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4]> = Tensor::zeros();
    assert_eq!(x.unsqueeze(Axis::<0>).transpose().sizes(), [4, 1]);
}
