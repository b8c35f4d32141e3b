use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 1, 10]> = Tensor::zeros();
    assert_eq!(x.squeeze(Axis::<1>).sizes(), [8, 10]);
}
