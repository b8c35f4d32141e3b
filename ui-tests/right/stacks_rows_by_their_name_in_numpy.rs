use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    assert_eq!(x.concat(&x, Axis::<0>).sizes(), [8, 3]);
}
